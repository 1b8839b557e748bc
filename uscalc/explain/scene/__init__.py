"""The scene of one rating that several views share: R, tried values, search."""
