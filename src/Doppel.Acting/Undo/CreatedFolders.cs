using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Removes the folders that a run created to move files into, once they are empty.</summary>
/// <remarks>
/// A folder that was renamed or recreated since then is another folder, which stays. If the process was killed
/// between the creation of a folder and its record in the journal, the folder stays too.
/// </remarks>
internal sealed class CreatedFolders(IChangeableVolume volume, FolderPool folders, DeviceNumbers devices)
{
    /// <summary>Removes the empty ones, deepest first.</summary>
    internal void RemoveEmpty()
    {
        foreach (MadeFolder folder in devices.FoldersCreatedFromLast())
        {
            FileFacts facts = default;
            bool isThere = !folders.Find(folder.Path, out Place place).Failed
                && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out facts).Failed;
            if (isThere && facts.Kind == EntryKind.Folder && facts.Inode == folder.Inode
                && facts.Device == folder.Device)
            {
                // The system refuses to remove a folder that is not empty.
                volume.RemoveFolder(place.Folder, place.Bytes);
            }

            folders.Clear();
        }
    }
}
