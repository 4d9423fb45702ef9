using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class SlowVolumeContractTests() : FileSystemContract(new MemoryPlace(memory =>
    new SlowVolume(memory, new SlowVolumeOptions { Read = TimeSpan.FromMilliseconds(1) })));
