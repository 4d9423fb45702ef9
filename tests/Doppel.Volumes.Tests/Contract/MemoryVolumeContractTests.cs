namespace Doppel.Volumes.Tests;

public sealed class MemoryVolumeContractTests() : VolumeContract(new MemoryPlace());
