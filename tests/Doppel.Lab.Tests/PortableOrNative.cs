using Doppel.Volumes;

namespace Doppel.Lab.Tests;

/// <summary>The volume of this system.</summary>
internal sealed class PortableOrNative
{
    public IVolume Volume { get; } = OperatingSystem.IsLinux() ? new LinuxVolume() : new PortableVolume();
}
