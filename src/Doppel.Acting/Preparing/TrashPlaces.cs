using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds or creates the trash of each file system.</summary>
/// <remarks>
/// Follows the FreeDesktop.org Trash Specification 1.0: uses the home trash for files on its own file system. For other
/// file systems it uses a folder in their topmost folder: <c>.Trash/UID</c> if an administrator has created a sticky
/// <c>.Trash</c>, otherwise <c>.Trash-UID</c>. Never uses the trash of another file system, because that would require
/// a copy. Not thread-safe.
/// </remarks>
internal sealed class TrashPlaces(IChangeableVolume volume, ReadOnlyMemory<byte> home) : IDisposable
{
    private const uint PrivateMode = 0x1C0; // rwx------
    private const uint Sticky = 0x200;

    private readonly Dictionary<(ulong Device, ulong Mount), (TrashFolder? Trash, Step? Against)> _known = [];

    public void Dispose()
    {
        foreach ((TrashFolder? trash, _) in _known.Values)
        {
            if (trash is not null)
            {
                volume.Close(trash.Files);
                volume.Close(trash.Info);
            }
        }

        _known.Clear();
    }

    /// <summary>Finds the trash for the entries of a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="path">The absolute path of the folder.</param>
    /// <param name="trash">The trash, or null if there is none.</param>
    /// <returns>Why there is no trash, or null on success.</returns>
    internal Step? Find(OpenFolder folder, ReportName path, out TrashFolder? trash)
    {
        (ulong Device, ulong Mount) key = KeyOf(folder.Facts, folder.Protection);
        if (!_known.TryGetValue(key, out (TrashFolder? Trash, Step? Against) found))
        {
            TrashFolder? there = OpenHome(key, out Step? against);
            if (there is null && against is null)
            {
                against = OpenTop(key, path, out there);
            }

            found = (there, against);
            _known.Add(key, found);
        }

        trash = found.Trash;
        return found.Against;
    }

    private static (ulong Device, ulong Mount) KeyOf(in FileFacts facts, FileProtection protection) =>
        (facts.Device, protection.Mount);

    // Creates missing parts of the home trash only if they would be on the right file system.
    private TrashFolder? OpenHome((ulong Device, ulong Mount) key, out Step? against)
    {
        against = null;
        int end = home.Length;
        FolderHandle at = FolderHandle.None;
        FileFacts facts = default;
        while (end > 0 && volume.OpenFolder(
            FolderHandle.None, home.Span[..end], LinkPolicy.Follow, out at, out facts).Failed)
        {
            end = home.Span[..end].LastIndexOf((byte)'/');
        }

        if (end <= 0 || volume.Protection(at, default, out FileProtection protection).Failed
            || KeyOf(facts, protection) != key)
        {
            return Close(at);
        }

        VolumeError error = volume.PathOf(at, out byte[] path);
        List<byte> whole = [.. path.AsSpan().TrimEnd((byte)'/')];
        foreach (Range part in home.Span[end..].Split((byte)'/'))
        {
            ReadOnlySpan<byte> name = home.Span[end..][part];
            if (!error.Failed && !name.IsEmpty)
            {
                whole.AddRange([(byte)'/', .. name]);
                error = Enter(ref at, name, out _);
            }
        }

        TrashFolder? trash = error.Failed ? Close(at) : Open(at, new ReportName(whole.ToArray()), default, out error);
        against = trash is null ? Step.Fail(volume, $"the trash {new ReportName(home)} cannot be used", error) : null;
        return trash;
    }

    private Step? OpenTop((ulong Device, ulong Mount) key, ReportName path, out TrashFolder? trash)
    {
        trash = null;
        ReportName top = path;
        VolumeError error = volume.OpenFolderStrictly(path.Bytes, out FolderHandle at, out _);
        while (!error.Failed && top.Bytes.Length > 1)
        {
            var above = new ReportName(top.Bytes[..Math.Max(1, top.Bytes.LastIndexOf((byte)'/'))].ToArray());
            FileProtection protection = default;
            error = volume.OpenFolderStrictly(above.Bytes, out FolderHandle next, out FileFacts facts)
                || volume.Protection(next, default, out protection);
            if (error.Failed || KeyOf(facts, protection) != key)
            {
                Close(next);
                error = VolumeError.None;
                break;
            }

            volume.Close(at);
            (at, top) = (next, above);
        }

        if (!error.Failed)
        {
            trash = OpenShared(at, top) ?? OpenOwn(at, top, out error);
            volume.Close(at);
        }

        return trash is null
            ? Step.Fail(volume, $"there is no trash on its file system, and none can be created in {top}", error)
            : null;
    }

    private string UserText => volume.User.ToString(CultureInfo.InvariantCulture);

    // The administrator creates this folder for all users. The sticky bit keeps users from removing each other's files.
    private TrashFolder? OpenShared(FolderHandle top, ReportName path)
    {
        bool isThere = !volume.OpenFolder(
            top, ".Trash"u8, LinkPolicy.Stay, out FolderHandle at, out FileFacts facts).Failed;
        if (!isThere)
        {
            return null;
        }

        byte[] user = Encoding.ASCII.GetBytes(UserText);
        return (facts.Mode & Sticky) != 0 && !Enter(ref at, user, out FileFacts own).Failed
            && own.Owner == volume.User
            ? Open(at, Below(path, [.. ".Trash/"u8, .. user]), path, out _)
            : Close(at);
    }

    private TrashFolder? OpenOwn(FolderHandle top, ReportName path, out VolumeError error)
    {
        byte[] name = Encoding.ASCII.GetBytes(".Trash-" + UserText);
        error = FolderMaker.Make(volume, top, name, PrivateMode, out FolderHandle at, out FileFacts facts);
        if (error.Failed)
        {
            return null;
        }

        error = new VolumeError(VolumeErrorKind.AccessDenied);
        return facts.Owner == volume.User ? Open(at, Below(path, name), path, out error) : Close(at);
    }

    // Takes ownership of the folder handle.
    private TrashFolder? Open(FolderHandle folder, ReportName path, ReportName top, out VolumeError error)
    {
        FolderHandle info = FolderHandle.None;
        error = FolderMaker.Make(volume, folder, "files"u8, PrivateMode, out FolderHandle files, out _)
            || FolderMaker.Make(volume, folder, "info"u8, PrivateMode, out info, out _);
        volume.Close(folder);
        return error.Failed ? Close(files) : new TrashFolder(path, top, files, info);
    }

    private TrashFolder? Close(FolderHandle folder)
    {
        if (folder != FolderHandle.None)
        {
            volume.Close(folder);
        }

        return null;
    }

    private VolumeError Enter(ref FolderHandle at, ReadOnlySpan<byte> name, out FileFacts facts)
    {
        FolderHandle above = at;
        VolumeError error = FolderMaker.Make(volume, above, name, PrivateMode, out at, out facts);
        volume.Close(above);
        return error;
    }

    private static ReportName Below(ReportName folder, ReadOnlySpan<byte> name) =>
        new((byte[])[.. folder.Bytes.TrimEnd((byte)'/'), (byte)'/', .. name]);
}

/// <summary>Represents the open trash for the files of one file system.</summary>
/// <param name="Path">The absolute path of the trash. Files go into its subfolder "files".</param>
/// <param name="Top">
/// The folder that paths in the trash information are relative to. Empty if they are absolute.
/// </param>
/// <param name="Files">The open folder with the files.</param>
/// <param name="Info">The open folder with the trash information.</param>
internal sealed record TrashFolder(ReportName Path, ReportName Top, FolderHandle Files, FolderHandle Info);
