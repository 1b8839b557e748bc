"""Read FIDE's tournament report files, TRF16 and TRF26."""
