using System.Runtime.Versioning;

namespace Doppel.Volumes.Tests;

/// <summary>The volume of Linux where a rename can neither refuse to replace a file nor exchange two names.</summary>
[SupportedOSPlatform("linux")]
public sealed class PlainRenameLinuxChangeTests() : ChangeContract(new LinuxVolume(canRename: false));
