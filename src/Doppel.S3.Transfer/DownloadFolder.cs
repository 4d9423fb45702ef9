using System.Text;
using Doppel.Volumes;

namespace Doppel.S3.Transfer;

/// <summary>A folder that objects are downloaded into, and that no download can escape.</summary>
/// <remarks>
/// Each subfolder is opened from its parent, never through a symbolic link, and created if it is missing. A file is
/// then written through its open folder (on Linux, by /proc/self/fd), so that replacing a folder with a link in the
/// meantime redirects nothing. On other systems, the path is queried from the open folder. Thread-safe.
/// </remarks>
internal sealed class DownloadFolder : IDisposable
{
    private const uint FolderMode = 0x1FF;
    private const string OpenFolders = "/proc/self/fd";

    private readonly IChangeableVolume _volume;
    private readonly FolderHandle _root;
    private readonly string _path;
    private readonly bool _keeps;

    private readonly Lazy<bool> _ignoresCase;

    private DownloadFolder(LocalFolder local, string path, bool keeps)
    {
        Local = local;
        _volume = local.Volume;
        _root = local.Root;
        _path = path;
        _keeps = keeps;
        _ignoresCase = new Lazy<bool>(FindWhetherCaseIsIgnored);
    }

    /// <summary>Gets the folder itself.</summary>
    internal LocalFolder Local { get; }

    /// <summary>
    /// Gets whether the file system ignores case, so that names that differ only in case lead to the same file.
    /// </summary>
    internal bool IgnoresCase => _ignoresCase.Value;

    /// <summary>
    /// Opens the folder that the caller named. Symbolic links in its path belong to the user and are followed.
    /// </summary>
    /// <param name="volume">The volume that contains the folder.</param>
    /// <param name="path">The path of the folder.</param>
    /// <param name="keeps">Whether existing files are kept.</param>
    /// <exception cref="IOException">The folder cannot be opened.</exception>
    internal static DownloadFolder Open(IChangeableVolume volume, string path, bool keeps) =>
        new(LocalFolder.Open(volume, path), path, keeps);

    /// <summary>Opens a folder, after creating its last component if that is missing.</summary>
    /// <inheritdoc cref="Open"/>
    internal static DownloadFolder OpenOrMake(IChangeableVolume volume, string path, bool keeps)
    {
        string full = Path.GetFullPath(path);
        if (!Path.Exists(full) && Directory.Exists(Path.GetDirectoryName(full)))
        {
            Directory.CreateDirectory(full);
        }

        return Open(volume, path, keeps);
    }

    /// <summary>Returns the place to write a file to, and creates the folders above it.</summary>
    /// <param name="components">The bare names of the folders, followed by the name of the file.</param>
    /// <param name="reason">
    /// Why the file must not be written; null if it may be, or if it exists and is to be kept.
    /// </param>
    /// <returns>The place; null if the file must not be written.</returns>
    internal DownloadPlace? Find(ReadOnlySpan<string> components, out string? reason)
    {
        FolderHandle folder = Enter(components[..^1], out reason);
        if (reason is not null)
        {
            return null;
        }

        string name = components[^1];
        reason = JudgeFile(folder, name, out bool isKept);
        string? path = reason is null && !isKept ? PathOf(folder, name, out reason) : null;
        if (path is not null)
        {
            return new DownloadPlace(_volume, folder, path, Path.Join([_path, .. components]));
        }

        _volume.Close(folder);
        return null;
    }

    /// <summary>Creates only the folders, for keys that end with a slash.</summary>
    /// <returns>Why the folders cannot be created; null if they exist.</returns>
    internal string? Make(ReadOnlySpan<string> components)
    {
        FolderHandle folder = Enter(components, out string? reason);
        if (reason is null)
        {
            _volume.Close(folder);
        }

        return reason;
    }

    /// <summary>Returns whether a folder already exists. Creates nothing and follows no links.</summary>
    internal bool HasFolder(ReadOnlySpan<string> components)
    {
        VolumeError error = Local.Enter(components, out FolderHandle folder);
        if (!error.Failed)
        {
            _volume.Close(folder);
        }

        return !error.Failed;
    }

    public void Dispose() => Local.Dispose();

    // The caller must close the handle, unless a reason is returned.
    private FolderHandle Enter(ReadOnlySpan<string> components, out string? reason)
    {
        reason = null;
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
                reason = WhyNot(above, component, error);
            }

            _volume.Close(above);
        }

        reason = error.Failed ? reason ?? _volume.Describe(error) : null;
        return folder;
    }

    private string WhyNot(FolderHandle above, string component, VolumeError error)
    {
        if (error.Kind == VolumeErrorKind.IsLink)
        {
            return $"'{component}' is a symbolic link, which is not followed";
        }

        return KindOf(above, component) == EntryKind.File
            ? $"'{component}' is a file, not a folder"
            : $"the folder '{component}': {_volume.Describe(error)}";
    }

    private VolumeError EnterOne(FolderHandle above, byte[] name, out FolderHandle folder)
    {
        VolumeError error = _volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out _);
        if (error.Kind != VolumeErrorKind.Vanished)
        {
            return error;
        }

        // Another download of this run may create the folder at the same time.
        error = _volume.MakeFolder(above, name, FolderMode);
        return error.Failed && error.Kind != VolumeErrorKind.Exists
            ? error
            : _volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out _);
    }

    // Mounted file systems differ, so test the folder itself: create a subfolder and look up its name in upper case.
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

    private string? JudgeFile(FolderHandle folder, string name, out bool isKept)
    {
        isKept = false;
        string part = S3Client.PartialFileOf(name);
        if (KindOf(folder, part) is not (EntryKind.File or EntryKind.Unknown))
        {
            return $"'{part}' is not a file";
        }

        EntryKind kind = KindOf(folder, name);
        isKept = _keeps && kind is (EntryKind.File or EntryKind.Link);
        return kind switch
        {
            EntryKind.Folder => "a folder with this name exists",
            EntryKind.Special => "a pipe, socket or device with this name exists",
            _ => null,
        };
    }

    // Unknown means that nothing exists. Other errors are reported when the file is written.
    private EntryKind KindOf(FolderHandle folder, string name)
    {
        VolumeError error = _volume.Stat(
            folder, Encoding.UTF8.GetBytes(name), LinkPolicy.Stay, FactFields.None, out FileFacts facts);
        return error.Failed ? EntryKind.Unknown : facts.Kind;
    }

    private string? PathOf(FolderHandle folder, string name, out string? reason)
    {
        reason = null;
        if (_volume is LinuxVolume && Directory.Exists(OpenFolders))
        {
            return $"{OpenFolders}/{folder.Value}/{name}";
        }

        VolumeError error = _volume.PathOf(folder, out byte[] path);
        reason = error.Failed ? _volume.Describe(error) : null;
        return error.Failed ? null : Path.Join(Encoding.UTF8.GetString(path), name);
    }
}

/// <summary>
/// The place to write a download to: a file name in a folder that is held open, so that no other folder can replace it.
/// </summary>
/// <param name="volume">The volume that holds the folder open.</param>
/// <param name="folder">The open folder.</param>
/// <param name="path">The path of the file in the folder.</param>
/// <param name="shown">The path as the caller knows it.</param>
internal sealed class DownloadPlace(IChangeableVolume volume, FolderHandle folder, string path, string shown)
    : IDisposable
{
    /// <summary>Gets the path of the file as the caller knows it.</summary>
    internal string Shown => shown;

    /// <summary>Gets the path of the file. It leads through the open folder if the system has such paths.</summary>
    internal string Path { get; } = path;

    public void Dispose() => volume.Close(folder);
}
