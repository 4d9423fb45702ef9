using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// The folders that several threads list together, since they have more entries than one read returns. Thread-safe.
/// </summary>
internal sealed class SharedFolders
{
    private readonly Lock _gate = new();
    private readonly List<SharedFolder> _offers = [];

    /// <summary>Offers a folder to one more thread.</summary>
    /// <returns>False if an earlier offer is still open.</returns>
    internal bool TryOffer(SharedFolder folder)
    {
        lock (_gate)
        {
            if (_offers.Contains(folder))
            {
                return false;
            }

            _offers.Add(folder);
            return true;
        }
    }

    /// <summary>Takes up an offer, if one on the lane is still open.</summary>
    internal bool TryJoin(Lane lane, out SharedFolder folder)
    {
        lock (_gate)
        {
            int index = _offers.FindIndex(offer => offer.Lane == lane);
            folder = index < 0 ? null! : _offers[index];
            if (index < 0)
            {
                return false;
            }

            _offers.RemoveAt(index);
            folder.Threads++;
            return true;
        }
    }

    /// <summary>Notes that a thread has found no more entries, and withdraws the offer.</summary>
    /// <returns>Whether no other thread uses the folder, so that this one closes it.</returns>
    internal bool Leave(SharedFolder folder)
    {
        lock (_gate)
        {
            _offers.Remove(folder);
            return --folder.Threads == 0;
        }
    }
}

/// <summary>A folder that several threads list.</summary>
internal sealed class SharedFolder(FoundFolder folder, FolderHandle handle, int depth, int root, Lane lane)
{
    private int _failures;

    internal FoundFolder Folder => folder;

    internal FolderHandle Handle => handle;

    internal int Depth => depth;

    /// <summary>Gets the index of the folder's root.</summary>
    internal int Root => root;

    internal Lane Lane => lane;

    /// <summary>Gets or sets the number of threads that list it. Used by <see cref="SharedFolders"/> only.</summary>
    internal int Threads { get; set; } = 1;

    /// <summary>Returns true once, so that a failure that all threads see is reported once.</summary>
    internal bool IsFirstFailure() => Interlocked.Increment(ref _failures) == 1;
}
