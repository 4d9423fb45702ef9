using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class SolidVolumeContractTests() : FileSystemContract(new MemoryPlace(memory =>
    new CountedCalls(new SolidVolume(memory, new SimulatedTime(), ServiceOptions.Solid))));
