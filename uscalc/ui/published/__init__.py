"""Compare the open event with its page from US Chess, and accept differences."""
