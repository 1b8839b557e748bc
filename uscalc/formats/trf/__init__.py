"""FIDE's tournament report files, TRF16 and TRF26: fixed columns, one section."""
