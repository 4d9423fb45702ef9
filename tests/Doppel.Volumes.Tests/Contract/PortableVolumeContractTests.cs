namespace Doppel.Volumes.Tests;

public sealed class PortableVolumeContractTests()
    : VolumeContract(new DiskPlace(new PortableVolume(), PlaceAbilities.FileSystem));
