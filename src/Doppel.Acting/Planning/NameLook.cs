using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Examines the names of a report without following symbolic links anywhere in the path.</summary>
internal sealed class NameLook(IVolume volume, PlanOptions options, RuleUse use) : IDisposable
{
    private const string Protected =
        "tags cannot be added, since the one that stays is in a folder where nothing is changed";

    private readonly FolderWalk _folders = new(volume, options, use);
    private FileProof? _proof;

    public void Dispose()
    {
        _folders.Dispose();
        _proof?.Dispose();
    }

    /// <summary>Returns the absolute form of a name, as used in plans and refusals.</summary>
    public ReportName ToPlain(ReportName name) => PlanPaths.ToPlain(name, options.WorkingDirectory, out _);

    /// <summary>Examines a name.</summary>
    /// <param name="name">The name as given in the report.</param>
    /// <param name="facts">The facts of the file, or the default value if the name is refused.</param>
    /// <param name="folder">The folder that contains it. Its handle is valid until the next call.</param>
    /// <returns>Why the name must not be acted on, or null if it may be.</returns>
    public PlanRefusal? Look(ReportName name, out FileFacts facts, out KnownFolder? folder)
    {
        facts = default;
        folder = null;
        ReportName path = PlanPaths.ToPlain(name, options.WorkingDirectory, out bool dropsParents);
        int slash = path.Bytes.LastIndexOf((byte)'/');
        if (!PlanPaths.IsPlain(path.Bytes) || path.Bytes.Contains((byte)0))
        {
            return new PlanRefusal(path, PlanRefusal.NotAFile, "it does not name a file");
        }

        VolumeError error = _folders.Enter(FolderOf(path), out folder, out int reached);
        if (error.Failed)
        {
            return Refuse(path, error, new ReportName(path.Bytes[..reached].ToArray()));
        }

        ReadOnlySpan<byte> bare = path.Bytes[(slash + 1)..];
        if (folder!.Barred is { } barred)
        {
            return new PlanRefusal(path, barred, MessageOf(barred));
        }

        if (TemporaryName.Is(bare))
        {
            return new PlanRefusal(path, PlanRefusal.UnfinishedRun, MessageOf(PlanRefusal.UnfinishedRun));
        }

        error = volume.Stat(folder.Handle, bare, LinkPolicy.Stay, FactFields.All, out facts);
        PlanRefusal? refusal = error.Failed ? Refuse(path, error, path) : RefuseKind(path, facts);
        return refusal is null && dropsParents ? RefuseOtherWay(name, path, facts) : refusal;
    }

    /// <summary>Returns whether an object is in a folder with the state of programs.</summary>
    /// <param name="name">The name.</param>
    public bool IsStateElsewhere(ReportName name)
    {
        if (options.State is not { } state)
        {
            return false;
        }

        // Without the machine or the bucket, so that patterns for absolute paths match too.
        int start = name.Bytes.IndexOf((byte)'/');
        ReadOnlySpan<byte> path = name.Bytes[Math.Max(0, start)..];
        for (int end = path.LastIndexOf((byte)'/'); end > 0; end = path[..end].LastIndexOf((byte)'/'))
        {
            var folder = new ReportName((byte[])[.. name.Bytes[..(Math.Max(0, start) + end)]]);
            if (state.IsNamed(default, path[..end])
                && !options.Roots.Any(root => PlanPaths.IsAtOrBelow(root.Bytes, folder.Bytes)
                    && PlanPaths.IsAtOrBelow(name.Bytes, root.Bytes)))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns what a report contains about an object, or about a file on another machine.</summary>
    /// <param name="name">The name.</param>
    /// <param name="size">The size in bytes, or -1 if unknown.</param>
    /// <param name="copy">The copy in the report.</param>
    public SeenName LookElsewhere(ReportName name, long size, ReportCopy copy)
    {
        ProtectedFolder? protectedBy = null;
        foreach (ProtectedFolder folder in options.Rules.Protected.Where(
            folder => (ObjectName.Is(folder.Path) || HostName.Is(folder.Path))
                && PlanPaths.IsAtOrBelow(name.Bytes, folder.Path.Bytes)))
        {
            use.AddFolder(folder);
            protectedBy = protectedBy is { IsReference: true } ? protectedBy : folder;
        }

        ulong above = ObjectName.NumberOf(PlanPaths.FolderOf(name));
        return new SeenName
        {
            Path = name,
            Facts = ObjectName.FactsOf(
                name, size, new FileTime(copy.Modified.Seconds, copy.Modified.Nanoseconds)),
            Folder = new KnownFolder(FolderHandle.None, 0, above, default, protectedBy, Barred: null),
            Root = copy.Roots.Count > 0 && copy.Roots[0] >= 0 ? copy.Roots[0] : int.MaxValue,
            SharesBlocks = false,
        };
    }

    /// <summary>Examines the file that a name refers to, following symbolic links.</summary>
    /// <param name="name">The name as given in the report.</param>
    /// <param name="facts">The facts of the file.</param>
    /// <returns>Whether the name refers to a regular file.</returns>
    public bool LeadsTo(ReportName name, out FileFacts facts) =>
        !volume.Stat(FolderHandle.None, ToPlain(name).Bytes, LinkPolicy.Follow, FactFields.All, out facts).Failed
        && facts.Kind == EntryKind.File;

    /// <summary>Returns whether the folder of an absolute name is a protected folder or below one.</summary>
    public bool IsBelowProtected(ReportName name) =>
        !_folders.Enter(FolderOf(name), out KnownFolder? folder, out _).Failed && folder!.ProtectedBy is not null;

    /// <summary>Returns a file's flags and attributes, or null if they cannot be read.</summary>
    /// <param name="name">The absolute name, which must have been examined before.</param>
    public FileExtras? ReadExtras(ReportName name)
    {
        if (volume is not IChangeableVolume changeable || !TryOpen(name, out FileHandle file, out _))
        {
            return null;
        }

        VolumeError error = changeable.ReadExtras(file, out FileExtras extras);
        volume.Close(file);
        return error.Failed ? null : extras;
    }

    /// <summary>Returns the tags of a media file, or no tags if the file cannot be read.</summary>
    /// <param name="name">The absolute name, which must have been examined before.</param>
    /// <param name="mapper">Reads the tags.</param>
    public MediaTags ReadTags(ReportName name, MediaMapper mapper)
    {
        if (!TryOpen(name, out FileHandle file, out FileFacts facts))
        {
            return new MediaTags { All = [], CoverBytes = 0, Taken = null };
        }

        MediaTags tags = mapper.ReadTags(new OpenMedia(volume, file, facts.Size));
        volume.Close(file);
        return tags;
    }

    /// <summary>Returns the names in a folder that are not folders. There are none if it cannot be listed.</summary>
    /// <param name="folder">The absolute path of the folder.</param>
    /// <param name="wants">Returns whether a name is wanted.</param>
    public IReadOnlyList<ReportName> NamesIn(ReportName folder, BareNameTest wants)
    {
        var names = new NameVisitor(wants);
        return !_folders.Enter(folder, out KnownFolder? known, out _).Failed
            && !volume.List(known!.Handle, FactFields.None, names).Failed ? names.All : [];
    }

    /// <summary>Returns whether two files of one size have the same content. Large files are not read.</summary>
    /// <param name="left">The absolute name of one, which must have been examined before.</param>
    /// <param name="right">The absolute name of the other, likewise.</param>
    /// <returns>False if the contents differ or cannot be read; true if they are equal, or not read.</returns>
    public bool MayBeEqual(ReportName left, ReportName right)
    {
        const int BytesMax = 1 << 20;
        if (!TryOpen(left, out FileHandle first, out FileFacts facts))
        {
            return false;
        }

        bool isEqual = TryOpen(right, out FileHandle second, out FileFacts other) && other.Size == facts.Size;
        if (isEqual && facts.Size <= BytesMax)
        {
            _proof ??= new FileProof(volume);
            isEqual = _proof.Compare(first, second, facts.Size, out _, CancellationToken.None) is null;
        }

        volume.Close(first);
        if (second != FileHandle.None)
        {
            volume.Close(second);
        }

        return isEqual;
    }

    /// <summary>Returns the format of a media file, or null if it has none or cannot be read.</summary>
    /// <param name="name">The absolute name, which must have been examined before.</param>
    /// <param name="mapper">Recognizes the format.</param>
    public MediaFormat? FormatOf(ReportName name, MediaMapper mapper)
    {
        if (!TryOpen(name, out FileHandle file, out FileFacts facts))
        {
            return null;
        }

        MediaFormat? format =
            mapper.Map(new OpenMedia(volume, file, facts.Size), MediaPolicy.Strict, MapDepth.Glance).Format;
        volume.Close(file);
        return format;
    }

    /// <summary>Reads a sidecar, which need not exist.</summary>
    /// <param name="name">The absolute name.</param>
    public FoundSidecar ReadSidecar(ReportName name)
    {
        VolumeError error = _folders.Enter(FolderOf(name), out KnownFolder? folder, out _);
        if (error.Failed)
        {
            return new FoundSidecar(name, [], $"its folder cannot be opened: {volume.Describe(error)}");
        }

        string? unread = SidecarFile.Read(
            volume, folder!.Handle, PlanPaths.BareOf(name), out byte[] content, out FileFacts? facts);
        unread ??= facts is { } found ? EntryProtection.WhyNotReplaced(volume, found, "its sidecar") : null;
        return new FoundSidecar(name, content, folder.ProtectedBy is null
            ? unread
            : Protected);
    }

    /// <summary>Returns why no file can be created under a name, or null if it is free.</summary>
    /// <param name="name">The absolute name.</param>
    public string? WhyNotFree(ReportName name)
    {
        VolumeError error = _folders.Enter(FolderOf(name), out KnownFolder? folder, out _);
        if (error.Failed)
        {
            return $"the folder cannot be opened: {volume.Describe(error)}";
        }

        if (folder!.ProtectedBy is not null)
        {
            return "nothing is changed in the folder of the file that stays";
        }

        error = volume.Stat(folder.Handle, PlanPaths.BareOf(name), LinkPolicy.Stay, FactFields.None, out _);
        return error.Kind == VolumeErrorKind.Vanished ? null : "its name is taken there";
    }

    /// <summary>Returns why tags cannot be added to a file, or null if they can.</summary>
    /// <param name="name">The absolute name of the file, which must have been examined before.</param>
    /// <param name="format">Its format.</param>
    /// <param name="added">The tags.</param>
    /// <param name="pictured">
    /// The absolute name of the file whose pictures are added, which must have been examined before. Empty if none are.
    /// </param>
    public string? WhyNotMerged(
        ReportName name, MediaFormat format, IReadOnlyList<MediaTag> added, ReportName pictured)
    {
        IReadOnlyList<MediaPicture> pictures = [];
        if (!pictured.IsEmpty && TryOpen(pictured, out FileHandle shown, out FileFacts size))
        {
            pictures = new MediaMapper().ReadPictures(new OpenMedia(volume, shown, size.Size), format);
            volume.Close(shown);
        }

        if (!TryOpen(name, out FileHandle file, out FileFacts facts))
        {
            return "the keeper cannot be opened";
        }

        bool isProtected =
            _folders.Enter(FolderOf(name), out KnownFolder? folder, out _).Failed || folder!.ProtectedBy is not null;
        string? why = isProtected ? Protected : EntryProtection.WhyNotReplaced(volume, facts, "the keeper")
            ?? TagMerge.Plan(new OpenMedia(volume, file, facts.Size), format, added, pictures, out _);
        volume.Close(file);
        return why;
    }

    private bool TryOpen(ReportName name, out FileHandle file, out FileFacts facts)
    {
        (file, facts) = (FileHandle.None, default);
        return !_folders.Enter(FolderOf(name), out KnownFolder? folder, out _).Failed
            && !volume.OpenFile(
                folder!.Handle, name.Bytes[(name.Bytes.LastIndexOf((byte)'/') + 1)..], out file, out facts).Failed;
    }

    private static ReportName FolderOf(ReportName name) => new(
        name.Bytes[..Math.Max(name.Bytes.LastIndexOf((byte)'/'), PlanPaths.RootLength(name.Bytes))].ToArray());

    private static PlanRefusal? RefuseKind(ReportName path, in FileFacts facts) => facts.Kind switch
    {
        EntryKind.Link => new PlanRefusal(path, PlanRefusal.SymbolicLink, "it is a symbolic link"),
        EntryKind.File when facts.Offline => new PlanRefusal(path, "offline", "its content is not on this machine"),
        EntryKind.File => null,
        _ => new PlanRefusal(path, PlanRefusal.NotAFile, "it is not a regular file"),
    };

    /// <summary>
    /// Refuses a path that refers to another file once ".." is removed, because a symbolic link comes before it.
    /// </summary>
    private PlanRefusal? RefuseOtherWay(ReportName name, ReportName path, in FileFacts facts)
    {
        byte[] whole = PlanPaths.RootLength(name.Bytes) > 0
            ? name.Bytes.ToArray()
            : [.. options.WorkingDirectory.Bytes, (byte)'/', .. name.Bytes];
        VolumeError error = volume.Stat(
            FolderHandle.None, whole, LinkPolicy.Stay, FactFields.Identity, out FileFacts other);
        return error.Failed || other.Device != facts.Device || other.Inode != facts.Inode
            ? new PlanRefusal(path, PlanRefusal.SymbolicLink, "its path has a symbolic link before '..'")
            : null;
    }

    private PlanRefusal Refuse(ReportName path, VolumeError error, ReportName culprit)
    {
        string link = culprit == path ? "it is a symbolic link" : $"the folder {culprit} is a symbolic link";
        string message = error.Kind == VolumeErrorKind.IsLink ? link : volume.Describe(error);
        return new PlanRefusal(path, WordOf(error.Kind), message);
    }

    internal static string MessageOf(string reason) => reason switch
    {
        PlanRefusal.Trash => "it is in a trash folder",
        PlanRefusal.UnfinishedRun => "it was left by an unfinished run",
        PlanRefusal.State => "it is in a folder with the state of programs",
        _ => "it is in a folder of Doppel",
    };

    internal static string WordOf(VolumeErrorKind kind) => kind switch
    {
        VolumeErrorKind.IsLink => PlanRefusal.SymbolicLink,
        VolumeErrorKind.AccessDenied => "access-denied",
        VolumeErrorKind.Vanished => "vanished",
        VolumeErrorKind.Changed => PlanRefusal.Changed,
        VolumeErrorKind.NameTooLong => "name-too-long",
        VolumeErrorKind.BadName => "bad-name",
        VolumeErrorKind.InputOutput => "input-output",
        VolumeErrorKind.TooManyOpen => "too-many-open",
        VolumeErrorKind.Offline => "offline",
        VolumeErrorKind.Limit => "limit",
        VolumeErrorKind.Unsupported => "unsupported",
        _ => "other",
    };

    private sealed class NameVisitor(BareNameTest wants) : IEntryVisitor
    {
        internal List<ReportName> All { get; } = [];

        // Only the names are needed, so that no entry is examined.
        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind)
        {
            if (kind != EntryKind.Folder && wants(name))
            {
                All.Add(new ReportName(name.ToArray()));
            }

            return false;
        }

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
        {
        }

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure)
        {
        }
    }
}

/// <summary>Tests a name without its folder.</summary>
internal delegate bool BareNameTest(ReadOnlySpan<byte> name);
