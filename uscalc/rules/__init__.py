"""Read and validate the dated parameters, and resolve rule sets."""
