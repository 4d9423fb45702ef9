using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class NetworkVolumeContractTests() : FileSystemContract(new MemoryPlace(memory =>
    new CountedCalls(new NetworkVolume(memory, new SimulatedTime(), ServiceOptions.Network))));
