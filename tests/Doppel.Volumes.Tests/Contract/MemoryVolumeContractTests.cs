namespace Doppel.Volumes.Tests;

public sealed class MemoryVolumeContractTests() : FileSystemContract(new MemoryPlace());
