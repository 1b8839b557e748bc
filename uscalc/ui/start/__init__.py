"""The start page: three tasks, the recent files, and the sample events."""
