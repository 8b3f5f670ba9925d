"""What all games share: the contract, the kernels, and the adapters."""
