namespace Doppel.Volumes.Tests;

public sealed class PortableVolumeChangeTests() : ChangeContract(new PortableVolume());
