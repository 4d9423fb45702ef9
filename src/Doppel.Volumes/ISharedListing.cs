namespace Doppel.Volumes;

/// <summary>A volume on which several threads can list one folder together. Thread-safe.</summary>
/// <remarks>
/// Examining the entries of a folder takes much longer than reading their names, so a folder with many files is listed
/// faster by several threads.
/// </remarks>
public interface ISharedListing
{
    /// <summary>
    /// Lists the entries of a folder that no other call with this handle has listed since it was opened. Several
    /// threads may call it with one handle at the same time: each entry is passed to one of them.
    /// </summary>
    /// <param name="folder">A folder opened by this volume, and not listed with <see cref="IVolume.List"/>.</param>
    /// <param name="wanted">The facts to fetch for files.</param>
    /// <param name="visitor">Receives the entries of this call, on the calling thread.</param>
    /// <param name="onMore">
    /// Called whenever the folder probably has more entries than those that this call is about to pass on, so that
    /// another call would find some. Null if no other thread will help.
    /// </param>
    /// <returns>The failure of the listing itself. Entries before the failure have been visited.</returns>
    VolumeError ListRest(FolderHandle folder, FactFields wanted, IEntryVisitor visitor, Action? onMore);
}
