using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A folder of files.</summary>
internal sealed class FileFolder(IChangeableVolume volume, FolderHandle folder, MountFacts mount) : ITokenFolder
{
    private const uint PrivateFolder = 0x1C0;
    private const uint PrivateFile = 0x180;

    public bool ShowsOldListings => PlaceKinds.Of(mount) == PlaceKind.MayShowOldListings;

    public bool MayShowWhatIsGone => PlaceKinds.Of(mount) != PlaceKind.Own;

    private static ReadOnlySpan<byte> Inside => "token"u8;

    public ValueTask<bool> PutAsync(string token) => new(Put(folder, Encoding.ASCII.GetBytes(token)));

    public ValueTask<bool?> PutInsideAsync(string folder)
    {
        bool? isMade = MakeFolder(folder);
        if (isMade != true)
        {
            return new(isMade);
        }

        bool isPut = false;
        if (!Open(folder, out FolderHandle inside).Failed)
        {
            isPut = Put(inside, Inside);
            volume.Close(inside);
        }

        if (!isPut)
        {
            RemoveFolder(folder);
        }

        return new(isPut ? true : null);
    }

    public ValueTask<bool?> LookAsync(string token) => new(IsThere(folder, Encoding.ASCII.GetBytes(token)));

    public ValueTask RemoveAsync(string token)
    {
        Clear(volume, folder, Encoding.ASCII.GetBytes(token));
        return ValueTask.CompletedTask;
    }

    public bool? MakeFolder(string folder)
    {
        VolumeError error = volume.MakeFolder(Parent, Encoding.ASCII.GetBytes(folder), PrivateFolder);
        return error switch
        {
            { Kind: VolumeErrorKind.Exists } => false,
            { Failed: true } => null,
            _ => true,
        };
    }

    public bool? LookInside(string folder)
    {
        if (Open(folder, out FolderHandle inside).Failed)
        {
            return null;
        }

        bool? isThere = IsThere(inside, Inside);
        volume.Close(inside);
        return isThere;
    }

    public void RemoveFolder(string folder) => Clear(volume, Parent, Encoding.ASCII.GetBytes(folder));

    /// <summary>Removes a token, or a folder with one.</summary>
    internal static VolumeError Clear(IChangeableVolume volume, FolderHandle parent, ReadOnlySpan<byte> token)
    {
        VolumeError error = volume.Remove(parent, token);
        if (!error.Failed || OpenInside(volume, parent, token, out FolderHandle inside).Failed)
        {
            return error;
        }

        volume.Remove(inside, Inside);
        volume.Close(inside);
        return volume.RemoveFolder(parent, token);
    }

    /// <summary>
    /// Removes the new folder with which an interrupted run has tried whether a name and its keeper are in one place.
    /// </summary>
    /// <param name="volume">The volume.</param>
    /// <param name="keeper">The keeper. Nothing is done for one in a bucket or on another machine.</param>
    /// <param name="token">The name of the folder.</param>
    internal static void ClearAtKeeper(IChangeableVolume volume, ReportName keeper, string token)
    {
        if (keeper.IsEmpty || ObjectName.Is(keeper) || HostName.Is(keeper)
            || volume.OpenFolderStrictly(PlanPaths.FolderOf(keeper).Bytes, out FolderHandle folder, out _).Failed)
        {
            return;
        }

        byte[] name = Encoding.ASCII.GetBytes(token);
        if (!volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
            && facts.Kind == EntryKind.Folder)
        {
            Clear(volume, folder, name);
        }

        volume.Close(folder);
    }

    private FolderHandle Parent => folder;

    private VolumeError Open(string name, out FolderHandle inside) =>
        OpenInside(volume, folder, Encoding.ASCII.GetBytes(name), out inside);

    private static VolumeError OpenInside(
        IChangeableVolume volume, FolderHandle parent, ReadOnlySpan<byte> name, out FolderHandle inside) =>
        volume.OpenFolder(parent, name, LinkPolicy.Stay, out inside, out _);

    // Flushed, so that a mount that stores files when they are flushed has stored it.
    private bool Put(FolderHandle at, ReadOnlySpan<byte> name)
    {
        if (volume.MakeFile(at, name, PrivateFile, out FileHandle file).Failed)
        {
            return false;
        }

        volume.Sync(file);
        volume.Close(file);
        return true;
    }

    private bool? IsThere(FolderHandle at, ReadOnlySpan<byte> name)
    {
        VolumeError error = volume.Stat(at, name, LinkPolicy.Stay, FactFields.All, out _);
        return error switch
        {
            { Kind: VolumeErrorKind.Vanished } => false,
            { Failed: true } => null,
            _ => true,
        };
    }
}
