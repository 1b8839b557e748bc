"""What a followed file says, brought together with what was typed."""
