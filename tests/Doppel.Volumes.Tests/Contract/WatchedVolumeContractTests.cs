using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class WatchedVolumeContractTests()
    : FileSystemContract(new MemoryPlace(memory => new WatchedVolume(memory)));
