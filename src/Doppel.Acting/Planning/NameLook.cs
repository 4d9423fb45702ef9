using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Looks at the names of a report, without following a symbolic link in any place.</summary>
internal sealed class NameLook(IVolume volume, PlanOptions options, RuleUse use) : IDisposable
{
    private readonly FolderWalk _folders = new(volume, options, use);

    public void Dispose() => _folders.Dispose();

    /// <summary>The absolute form of a name, which is its form in plan and refusals.</summary>
    public ReportName ToPlain(ReportName name) => PlanPaths.ToPlain(name, options.WorkingDirectory, out _);

    /// <summary>Looks at a name.</summary>
    /// <param name="name">The name as the report gives it.</param>
    /// <param name="facts">What is there; default after a refusal.</param>
    /// <param name="folder">The folder that holds it; its handle is valid until the next look.</param>
    /// <returns>Why nothing is done to it; null where something may be.</returns>
    public PlanRefusal? Look(ReportName name, out FileFacts facts, out KnownFolder? folder)
    {
        facts = default;
        folder = null;
        ReportName path = PlanPaths.ToPlain(name, options.WorkingDirectory, out bool dropsParents);
        int slash = path.Bytes.LastIndexOf((byte)'/');
        if (!PlanPaths.IsPlain(path.Bytes) || path.Bytes.Contains((byte)0))
        {
            return new PlanRefusal(path, PlanRefusal.NotAFile, "it is no name of a file");
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
        return error.Failed ? Refuse(path, error, path)
            : RefuseKind(path, facts) ?? (dropsParents ? RefuseOtherWay(name, path, facts) : null);
    }

    /// <summary>Looks at the file that a name leads to through symbolic links.</summary>
    /// <param name="name">The name as the report gives it.</param>
    /// <param name="facts">What is there.</param>
    /// <returns>Whether it leads to a regular file.</returns>
    public bool LeadsTo(ReportName name, out FileFacts facts) =>
        !volume.Stat(FolderHandle.None, ToPlain(name).Bytes, LinkPolicy.Follow, FactFields.All, out facts).Failed
        && facts.Kind == EntryKind.File;

    /// <summary>Whether the folder of an absolute name is a reference folder or lies below one.</summary>
    public bool IsBelowReference(ReportName name) =>
        !_folders.Enter(FolderOf(name), out KnownFolder? folder, out _).Failed && folder!.Reference is not null;

    /// <summary>What a file carries besides its facts; null where that cannot be told.</summary>
    /// <param name="name">Its absolute name, as it was looked at before.</param>
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

    /// <summary>What the tags of a media file say; nothing where it cannot be read.</summary>
    /// <param name="name">Its absolute name, as it was looked at before.</param>
    /// <param name="mapper">Reads them.</param>
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
        _ => new PlanRefusal(path, PlanRefusal.NotAFile, "it is no regular file"),
    };

    /// <summary>With ".." taken away a path leads elsewhere if a symbolic link stood before it.</summary>
    private PlanRefusal? RefuseOtherWay(ReportName name, ReportName path, in FileFacts facts)
    {
        byte[] whole = PlanPaths.RootLength(name.Bytes) > 0
            ? name.Bytes.ToArray()
            : [.. options.WorkingDirectory.Bytes, (byte)'/', .. name.Bytes];
        VolumeError error = volume.Stat(
            FolderHandle.None, whole, LinkPolicy.Stay, FactFields.Identity, out FileFacts other);
        return error.Failed || other.Device != facts.Device || other.Inode != facts.Inode
            ? new PlanRefusal(path, PlanRefusal.SymbolicLink, "a symbolic link stands before '..' in its path")
            : null;
    }

    private PlanRefusal Refuse(ReportName path, VolumeError error, ReportName culprit)
    {
        string message = error.Kind == VolumeErrorKind.IsLink
            ? culprit == path ? "it is a symbolic link" : $"the folder {culprit} is a symbolic link"
            : volume.Describe(error);
        return new PlanRefusal(path, WordOf(error.Kind), message);
    }

    internal static string MessageOf(string reason) => reason switch
    {
        PlanRefusal.Trash => "it lies in a trash folder",
        PlanRefusal.UnfinishedRun => "an unfinished run has left it over",
        _ => "it lies in a folder of Doppel's own",
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
}
