using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class WatchedVolumeContractTests() : VolumeContract(new MemoryPlace(memory => new WatchedVolume(memory)));
