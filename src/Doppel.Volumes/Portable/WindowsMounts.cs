namespace Doppel.Volumes;

/// <summary>Queries what Windows knows about the drive or share of a path.</summary>
internal static class WindowsMounts
{
    private const int TextLengthMax = 261;
    private const int RootLengthMax = 32_768;

    private const int PlainLengthMaxExcl = 240;

    private const uint FlagReparsePoints = 0x80;
    private const uint FlagReadOnly = 0x8_0000;
    private const uint FlagHardLinks = 0x40_0000;
    private const uint FlagBlockSharing = 0x800_0000;

    private const uint DriveRemote = 4;
    private const uint DriveOptical = 5;
    private const uint DriveMemory = 6;

    // The upper half of the identity. No UUID has it: bits 12 to 15 are the version, and there is no version 15.
    private const ulong SerialMark = 0xF001;

    private static readonly WindowsDisks s_disks = new(new WindowsControl());

    /// <summary>Returns the facts of the volume of a path.</summary>
    /// <param name="path">An existing extended path.</param>
    /// <param name="device">The device number of its files.</param>
    public static MountFacts FactsOf(string path, ulong device)
    {
        var rootText = new char[RootLengthMax];
        if (!WindowsNative.GetVolumePathName(path, rootText, RootLengthMax))
        {
            return MountFacts.Unknown with { Device = device };
        }

        string root = Text(rootText);
        uint drive = WindowsNative.GetDriveType(root);
        IReadOnlyList<PhysicalDevice> devices = s_disks.DevicesOf(Plain(root), KindOf(drive));
        var facts = new MountFacts
        {
            Device = device,
            MountPoint = WindowsPaths.FromNative(root),
            DeviceKind = KindOf(drive, devices),
            Devices = devices,

            // Windows compares names case-insensitively, even on a case-preserving file system.
            Traits = FileSystemTraits.IgnoresCase,
        };

        Span<char> label = stackalloc char[TextLengthMax];
        Span<char> system = stackalloc char[TextLengthMax];
        if (WindowsNative.GetVolumeInformation(
            root, label, TextLengthMax, out _, out _, out uint flags, system, TextLengthMax))
        {
            string name = Text(system);
            facts = facts with
            {
                FileSystem = name,
                Label = Text(label),
                Traits = facts.Traits | TraitsOf(name, flags, drive),
                Identity = IdentityOf(device, TraitsOf(name, flags, drive)),
            };
        }

        return WindowsNative.GetDiskFreeSpace(root, out _, out uint sectorBytes, out _, out _)
            ? facts with { SectorBytes = (int)sectorBytes }
            : facts;
    }

    /// <summary>Returns the traits that follow from the flags and the type of drive.</summary>
    public static FileSystemTraits TraitsOf(string fileSystem, uint flags, uint drive)
    {
        FileSystemTraits traits = FileSystemTraits.None;

        // NTFS has always supported hard links, but Windows before version 7 and Wine do not set the flag.
        traits |= (flags & FlagHardLinks) != 0 || fileSystem == "NTFS" ? FileSystemTraits.HardLinks : 0;
        traits |= (flags & FlagReparsePoints) != 0 ? FileSystemTraits.SymbolicLinks : 0;
        traits |= (flags & FlagBlockSharing) != 0 ? FileSystemTraits.Reflinks : 0;
        traits |= (flags & FlagReadOnly) != 0 ? FileSystemTraits.ReadOnly : 0;

        // On FAT, the id of a file is its position in the folder, which changes. On a server, the server assigns ids as
        // it likes.
        bool trusted = fileSystem is "NTFS" or "ReFS" && drive != DriveRemote;
        return traits | (trusted ? FileSystemTraits.TrustedIds : 0);
    }

    /// <summary>Returns the identity of a volume with trusted ids from its serial number.</summary>
    /// <param name="device">The device number of its files, which is the serial number.</param>
    /// <param name="traits">The traits of the volume.</param>
    /// <remarks>
    /// The old serial number of 32 bits, which is all that some systems report, is made of the time of formatting. Two
    /// volumes can share it.
    /// </remarks>
    public static FileSystemIdentity IdentityOf(ulong device, FileSystemTraits traits) =>
        (traits & FileSystemTraits.TrustedIds) != 0 && device > uint.MaxValue
            ? new FileSystemIdentity(new UInt128(SerialMark, device), 0)
            : default;

    /// <summary>
    /// Returns the kind of device for a type of drive. For fixed drives, the type does not say whether they rotate.
    /// </summary>
    public static DeviceKind KindOf(uint drive) => drive switch
    {
        DriveRemote => DeviceKind.Network,
        DriveOptical => DeviceKind.Optical,
        DriveMemory => DeviceKind.Memory,
        _ => DeviceKind.Unknown,
    };

    /// <summary>
    /// Returns the kind for a drive whose disks are known. A volume over several disks is as slow as the slowest.
    /// </summary>
    public static DeviceKind KindOf(uint drive, IReadOnlyList<PhysicalDevice> devices)
    {
        DeviceKind kind = KindOf(drive);
        if (kind != DeviceKind.Unknown)
        {
            return kind;
        }

        if (devices.Any(device => device.Kind == DeviceKind.Rotating))
        {
            return DeviceKind.Rotating;
        }

        bool areSolid = devices.Count > 0 && devices.All(device => device.Kind == DeviceKind.Solid);
        return areSolid ? DeviceKind.Solid : DeviceKind.Unknown;
    }

    // Returns C:\ for \\?\C:\, the form that queries for volume names use. A longer root than that form allows is
    // returned unchanged.
    private static string Plain(string root)
    {
        string plain = WindowsPaths.FromNative(root);
        return plain.Length < PlainLengthMaxExcl && plain.Length >= 2 && plain[1] == ':'
            ? plain.Replace('/', '\\')
            : root;
    }

    /// <summary>Returns the text up to the first NUL.</summary>
    internal static string Text(ReadOnlySpan<char> buffer)
    {
        int end = buffer.IndexOf('\0');
        return new string(end < 0 ? buffer : buffer[..end]);
    }
}
