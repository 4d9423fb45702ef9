using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class FaultyVolumeContractTests() : VolumeContract(new MemoryPlace(memory => new FaultyVolume(memory)));
