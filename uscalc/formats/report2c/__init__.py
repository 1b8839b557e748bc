"""Read and write rating reports in DBF, layout 2C."""
