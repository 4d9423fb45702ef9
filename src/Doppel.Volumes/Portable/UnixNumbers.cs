namespace Doppel.Volumes;

/// <summary>Contains the values of flags that differ between Unix systems (fcntl.h, stdio.h, unistd.h).</summary>
internal sealed record UnixNumbers
{
    /// <summary>Gets the values for Linux.</summary>
    public static UnixNumbers Linux { get; } = new()
    {
        AtFolderItself = Libc.AtFdCwd,
        AtSymlinkNoFollow = Libc.AtSymlinkNoFollow,
        AtSymlinkFollow = Libc.AtSymlinkFollow,
        AtRemoveFolder = Libc.AtRemoveFolder,
        OpenAlways = Libc.OpenNonBlock | Libc.OpenNoControllingTerminal | Libc.OpenCloseOnExec,
        OpenNoFollow = Libc.OpenNoFollow,
        OpenFolder = Libc.OpenDirectory,
        OpenMake = Libc.OpenCreate | Libc.OpenExclusive,
        RenameReplacesNothing = Libc.RenameNoReplace,
        RenameExchanges = Libc.RenameExchange,
        SeekData = Libc.SeekData,
        SeekHole = Libc.SeekHole,
    };

    /// <summary>Gets the values for macOS.</summary>
    public static UnixNumbers Mac { get; } = new()
    {
        AtFolderItself = -2,
        AtSymlinkNoFollow = 0x20,
        AtSymlinkFollow = 0x40,
        AtRemoveFolder = 0x80,
        OpenAlways = 0x4 | 0x20000 | 0x1000000, // O_NONBLOCK, O_NOCTTY, O_CLOEXEC
        OpenNoFollow = 0x100,
        OpenFolder = 0x100000,
        OpenMake = 0x200 | 0x800, // O_CREAT, O_EXCL
        RenameReplacesNothing = 4, // RENAME_EXCL
        RenameExchanges = 2, // RENAME_SWAP
        SeekData = 4,
        SeekHole = 3,
    };

    /// <summary>AT_FDCWD: the working directory instead of an open folder.</summary>
    public required int AtFolderItself { get; init; }

    /// <summary>AT_SYMLINK_NOFOLLOW.</summary>
    public required int AtSymlinkNoFollow { get; init; }

    /// <summary>AT_SYMLINK_FOLLOW.</summary>
    public required int AtSymlinkFollow { get; init; }

    /// <summary>AT_REMOVEDIR.</summary>
    public required int AtRemoveFolder { get; init; }

    /// <summary>The flags of every open call: do not block, do not acquire a terminal, close on exec.</summary>
    public required int OpenAlways { get; init; }

    /// <summary>O_NOFOLLOW.</summary>
    public required int OpenNoFollow { get; init; }

    /// <summary>O_DIRECTORY.</summary>
    public required int OpenFolder { get; init; }

    /// <summary>O_CREAT with O_EXCL.</summary>
    public required int OpenMake { get; init; }

    /// <summary>The flag for a rename that fails if the new name exists.</summary>
    public required uint RenameReplacesNothing { get; init; }

    /// <summary>The flag for a rename that exchanges both names.</summary>
    public required uint RenameExchanges { get; init; }

    /// <summary>SEEK_DATA.</summary>
    public required int SeekData { get; init; }

    /// <summary>SEEK_HOLE.</summary>
    public required int SeekHole { get; init; }
}
