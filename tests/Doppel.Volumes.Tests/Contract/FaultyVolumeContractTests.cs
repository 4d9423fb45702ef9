using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class FaultyVolumeContractTests()
    : FileSystemContract(new MemoryPlace(memory => new FaultyVolume(memory)));
