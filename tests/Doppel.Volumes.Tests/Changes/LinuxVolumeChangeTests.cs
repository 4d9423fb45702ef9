using System.Runtime.Versioning;

namespace Doppel.Volumes.Tests;

[SupportedOSPlatform("linux")]
public sealed class LinuxVolumeChangeTests() : ChangeContract(new LinuxVolume());
