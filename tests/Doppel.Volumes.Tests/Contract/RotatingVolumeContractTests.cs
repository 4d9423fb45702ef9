using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class RotatingVolumeContractTests() : FileSystemContract(new MemoryPlace(memory =>
    new CountedCalls(new RotatingVolume(memory, new SimulatedTime(), new RotatingOptions()))));
