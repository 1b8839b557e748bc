"""The declarations of views, commands, images and columns, without Qt."""
