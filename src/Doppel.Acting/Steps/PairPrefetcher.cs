using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Works ahead on a second thread: opens, leases and compares the next copies of a batch while the previous ones are
/// acted on, closes finished pairs, and examines the names of the next batch.
/// </summary>
/// <remarks>
/// <para>
/// Decides nothing and changes nothing. When its turn comes, a pair that was proved ahead is checked like any other,
/// and a pair that could not be proved is opened again and then reports its reason. The progress of the second thread
/// therefore never affects what is done, reported or written.
/// </para>
/// <para>Must be used by one thread only, the acting one.</para>
/// </remarks>
internal sealed class PairPrefetcher(IChangeableVolume volume, StatPrefetcher prefetcher) : IDisposable
{
    /// <summary>The number of copies that are proved at once while the same number is acted on.</summary>
    internal const int LotCopies = 16;

    // A writer waits while its file is leased. Proving ahead must therefore be quick, and so must the copies before it.
    private const long SmallBytesMax = 128 * 1024;

    private readonly FileProof _proof = new(volume);
    private readonly BackgroundThread _thread = new("doppel pairs");

    // One array belongs to the lot being acted on, the other to the second thread until the next lot begins.
    private ProvedPair?[] _here = new ProvedPair?[LotCopies];
    private ProvedPair?[] _ahead = new ProvedPair?[LotCopies];
    private List<ProvedPair> _finished = [];
    private bool _closesHere;

    /// <summary>Closes all remaining files and ends the thread.</summary>
    public void Dispose()
    {
        _thread.Dispose();
        CloseHere();
        _proof.Dispose();
    }

    /// <summary>Prepares for a copy of the batch. Must be called before each copy, in order.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="index">The index of the copy.</param>
    /// <param name="cancellation">Cancels comparisons.</param>
    internal void Reach(IReadOnlyList<CopyTask> batch, int index, CancellationToken cancellation)
    {
        if (index % LotCopies != 0)
        {
            return;
        }

        if (index == 0)
        {
            // XFS frees removed files in the background, on the core that closed them, and meanwhile blocks callers who
            // remove other files. If files were closed on another core, one removal in twelve would have to wait.
            _closesHere = volume.MountOf(batch[0].Names[0].Place.Folder).FileSystem == "xfs";
        }

        _thread.Await();
        _finished.AddRange(_here.OfType<ProvedPair>());
        Array.Clear(_here);
        (_here, _ahead) = (_ahead, _here);
        int next = AreSmall(batch, index, 2 * LotCopies) ? index + LotCopies : batch.Count;
        Begin(batch, next, LotCopies, cancellation);
    }

    /// <summary>Takes ownership of a pair that was proved ahead.</summary>
    /// <param name="index">The index of the copy.</param>
    /// <returns>The pair, or null if the copy has not been proved yet.</returns>
    internal ProvedPair? Take(int index)
    {
        ProvedPair? pair = _here[index % LotCopies];
        _here[index % LotCopies] = null;
        return pair;
    }

    /// <summary>Takes ownership of a finished pair and closes it soon.</summary>
    internal void Close(ProvedPair? pair)
    {
        if (_closesHere)
        {
            pair?.Dispose();
        }
        else if (pair is not null)
        {
            _finished.Add(pair);
        }
    }

    /// <summary>Starts closing the finished pairs.</summary>
    internal void BeginClosing()
    {
        _thread.Await();
        Begin([], 0, 0, CancellationToken.None);
    }

    /// <summary>Closes all files, which ends their leases.</summary>
    internal void CloseAll()
    {
        _thread.Await();
        CloseHere();
    }

    private static bool AreSmall(IReadOnlyList<CopyTask> batch, int first, int count)
    {
        for (int i = first; i < Math.Min(first + count, batch.Count); i++)
        {
            if (batch[i].Group.Size > SmallBytesMax || batch[i].Group.Media is not null)
            {
                return false;
            }
        }

        return true;
    }

    private void Begin(IReadOnlyList<CopyTask> batch, int first, int looked, CancellationToken cancellation)
    {
        (List<ProvedPair> finished, _finished) = (_finished, []);
        if (finished.Count > 0 || first < batch.Count || (looked > 0 && prefetcher.HasMore))
        {
            _thread.Begin(() =>
            {
                finished.ForEach(static pair => pair.Dispose());
                Prove(batch, first, cancellation);
                prefetcher.Look(looked);
            });
        }
    }

    private void CloseHere()
    {
        foreach (ProvedPair pair in _finished.Concat(_here.Concat(_ahead).OfType<ProvedPair>()))
        {
            pair.Dispose();
        }

        _finished.Clear();
        Array.Clear(_here);
        Array.Clear(_ahead);
    }

    private void Prove(IReadOnlyList<CopyTask> batch, int first, CancellationToken cancellation)
    {
        for (int i = first; i < Math.Min(first + LotCopies, batch.Count); i++)
        {
            if (batch[i].Group.IsAlone)
            {
                continue;
            }

            ProvedPair.Open(volume, batch[i].Names[0], _proof, cancellation, out _ahead[i - first]);
        }
    }
}
