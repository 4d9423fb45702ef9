using System.Text;
using Doppel.Cli.Output;
using Doppel.Volumes;

namespace Doppel.Cli.S3;

/// <summary>A folder that objects are downloaded into, and out of which nothing leads.</summary>
/// <remarks>
/// Folders below it are opened one by one from the one above, never through a symbolic link, and made where they are
/// missing. A file is then written through its open folder (on Linux by /proc/self/fd), so that a folder that is
/// swapped for a link meanwhile redirects nothing. Elsewhere the folder's own path is asked for when it is open.
/// Thread-safe.
/// </remarks>
internal sealed class DownloadFolder : IDisposable
{
    private const uint FolderMode = 0x1FF;
    private const string OpenFolders = "/proc/self/fd";

    private readonly IChangeableVolume _volume;
    private readonly FolderHandle _root;
    private readonly bool _overwrite;

    private readonly Lazy<bool> _ignoresCase;

    private DownloadFolder(IChangeableVolume volume, FolderHandle root, bool overwrite)
    {
        _volume = volume;
        _root = root;
        _overwrite = overwrite;
        _ignoresCase = new Lazy<bool>(FindWhetherCaseIsIgnored);
    }

    /// <summary>Whether names that differ by case alone lead to one file here.</summary>
    internal bool IgnoresCase => _ignoresCase.Value;

    /// <summary>Opens the folder that the user named; links in its path are the user's own and followed.</summary>
    /// <param name="volume">Where it is.</param>
    /// <param name="absolute">Its path.</param>
    /// <param name="shown">What it was called, for messages.</param>
    /// <param name="overwrite">Whether files that are there may be replaced.</param>
    /// <exception cref="UsageException">It cannot be opened.</exception>
    internal static DownloadFolder Open(
        IChangeableVolume volume, ReadOnlySpan<byte> absolute, string shown, bool overwrite)
    {
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, absolute, LinkPolicy.Follow, out FolderHandle root, out _);
        return error.Failed
            ? throw new UsageException($"cannot open the folder {shown}: {volume.Describe(error)}")
            : new DownloadFolder(volume, root, overwrite);
    }

    /// <summary>Finds the place of a file, and makes the folders that lead to it.</summary>
    /// <param name="components">Bare names: folders, and the file last.</param>
    /// <param name="reason">Why nothing may be written there; empty where it may.</param>
    /// <returns>The place; null where nothing may be written there.</returns>
    internal DownloadPlace? Find(ReadOnlySpan<string> components, out string reason)
    {
        FolderHandle folder = Enter(components[..^1], out reason);
        if (reason.Length > 0)
        {
            return null;
        }

        string name = components[^1];
        reason = JudgeFile(folder, name);
        string? path = reason.Length == 0 ? PathOf(folder, name, out reason) : null;
        if (reason.Length == 0)
        {
            return new DownloadPlace(_volume, folder, path!);
        }

        _volume.Close(folder);
        return null;
    }

    /// <summary>Makes folders only, for keys that end with a slash.</summary>
    /// <returns>Why they cannot be made; empty where they are there.</returns>
    internal string Make(ReadOnlySpan<string> components)
    {
        FolderHandle folder = Enter(components, out string reason);
        if (reason.Length == 0)
        {
            _volume.Close(folder);
        }

        return reason;
    }

    /// <summary>Returns whether a folder is there already. Makes nothing and follows no links.</summary>
    internal bool HasFolder(ReadOnlySpan<string> components)
    {
        VolumeError error = _volume.OpenFolder(_root, "."u8, LinkPolicy.Stay, out FolderHandle folder, out _);
        for (int i = 0; i < components.Length && !error.Failed; i++)
        {
            FolderHandle above = folder;
            byte[] name = Encoding.UTF8.GetBytes(components[i]);
            error = _volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out _);
            _volume.Close(above);
        }

        if (!error.Failed)
        {
            _volume.Close(folder);
        }

        return !error.Failed;
    }

    /// <inheritdoc/>
    public void Dispose() => _volume.Close(_root);

    // The handle is the caller's to close, unless there is a reason.
    private FolderHandle Enter(ReadOnlySpan<string> components, out string reason)
    {
        reason = "";
        VolumeError error = _volume.OpenFolder(_root, "."u8, LinkPolicy.Stay, out FolderHandle folder, out _);
        foreach (string component in components)
        {
            if (error.Failed)
            {
                break;
            }

            FolderHandle above = folder;
            error = EnterOne(above, Encoding.UTF8.GetBytes(component), out folder);
            if (error.Failed)
            {
                reason = error.Kind == VolumeErrorKind.IsLink
                    ? $"{Quote.Text(component)} is a symbolic link, which is not followed"
                    : KindOf(above, component) == EntryKind.File
                        ? $"{Quote.Text(component)} is a file, not a folder"
                        : $"the folder {Quote.Text(component)}: {_volume.Describe(error)}";
            }

            _volume.Close(above);
        }

        reason = error.Failed && reason.Length == 0 ? _volume.Describe(error) : reason;
        return folder;
    }

    private VolumeError EnterOne(FolderHandle above, byte[] name, out FolderHandle folder)
    {
        VolumeError error = _volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out _);
        if (error.Kind != VolumeErrorKind.Vanished)
        {
            return error;
        }

        // Another download of this run may make it at the same moment.
        error = _volume.MakeFolder(above, name, FolderMode);
        return error.Failed && error.Kind != VolumeErrorKind.Exists
            ? error
            : _volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out _);
    }

    // Mounted file systems differ, so the folder itself is asked, by a folder of its own and that name in capitals.
    private bool FindWhetherCaseIsIgnored()
    {
        string name = $".s3case-{Guid.NewGuid():N}";
        byte[] lower = Encoding.UTF8.GetBytes(name);
        VolumeError error = _volume.MakeFolder(_root, lower, FolderMode);
        if (error.Failed)
        {
            return OperatingSystem.IsWindows() || OperatingSystem.IsMacOS();
        }

        bool ignoresCase = KindOf(_root, name.ToUpperInvariant()) == EntryKind.Folder;
        _volume.RemoveFolder(_root, lower);
        return ignoresCase;
    }

    private string JudgeFile(FolderHandle folder, string name)
    {
        string part = name + KeyPath.PartSuffix;
        return KindOf(folder, part) is not (EntryKind.File or EntryKind.Unknown)
            ? $"{Quote.Text(part)} is not a file"
            : KindOf(folder, name) switch
            {
                EntryKind.Unknown => "",
                EntryKind.Folder => "a folder with this name exists",
                EntryKind.Special => "a pipe, socket or device with this name exists",
                _ => _overwrite ? "" : "it already exists",
            };
    }

    // Unknown stands for nothing there; what cannot be looked at is told when it is written.
    private EntryKind KindOf(FolderHandle folder, string name)
    {
        VolumeError error = _volume.Stat(
            folder, Encoding.UTF8.GetBytes(name), LinkPolicy.Stay, FactFields.None, out FileFacts facts);
        return error.Failed ? EntryKind.Unknown : facts.Kind;
    }

    private string? PathOf(FolderHandle folder, string name, out string reason)
    {
        reason = "";
        if (_volume is LinuxVolume && Directory.Exists(OpenFolders))
        {
            return $"{OpenFolders}/{folder.Value}/{name}";
        }

        VolumeError error = _volume.PathOf(folder, out byte[] path);
        reason = error.Failed ? _volume.Describe(error) : "";
        return error.Failed ? null : Path.Join(Encoding.UTF8.GetString(path), name);
    }
}
