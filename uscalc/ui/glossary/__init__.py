"""The words of the glossary in the window: their drawings, and the note that tells one."""
