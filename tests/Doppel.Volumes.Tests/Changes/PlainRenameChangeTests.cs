using System.Runtime.Versioning;

namespace Doppel.Volumes.Tests;

/// <summary>Where a rename can be told neither to replace nothing nor to exchange.</summary>
[SupportedOSPlatform("linux")]
public sealed class PlainRenameChangeTests()
    : ChangeContract(new PortableVolume(new LinuxSystem(canRename: false)));
