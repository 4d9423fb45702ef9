using System.Runtime.Versioning;

namespace Doppel.Volumes.Tests;

[SupportedOSPlatform("linux")]
public sealed class LinuxVolumeContractTests()
    : FileSystemContract(new DiskPlace(new LinuxVolume(), PlaceAbilities.All));
