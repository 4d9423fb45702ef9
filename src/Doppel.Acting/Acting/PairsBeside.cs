using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Opens, leases and compares the next copies of a batch while the ones before are acted on, closes those that are
/// finished, and looks at what comes in the next batch, on a thread beside the acting one.
/// </summary>
/// <remarks>
/// <para>
/// It decides and changes nothing. A pair that it has proved is looked at again like any other when its turn comes;
/// what it could not prove is opened anew then, and tells its reason then. So what is done, told and written does not
/// depend on how far this thread has come.
/// </para>
/// <para>To be used by one thread, the acting one.</para>
/// </remarks>
internal sealed class PairsBeside(IChangeableVolume volume, LooksAhead looks) : IDisposable
{
    /// <summary>Copies that are proved at a time, while as many are acted on.</summary>
    internal const int LotCopies = 16;

    // A writer waits while one of its files is leased: what is proved ahead has to be short, and what comes before it.
    private const long SmallBytesMax = 128 * 1024;

    private readonly ContentProof _proof = new(volume);
    private readonly SideThread _side = new("doppel pairs");

    // One belongs to the lot that is acted on, the other to the side thread until the next lot begins.
    private ProvedPair?[] _here = new ProvedPair?[LotCopies];
    private ProvedPair?[] _ahead = new ProvedPair?[LotCopies];
    private List<ProvedPair> _finished = [];
    private bool _closesHere;

    /// <summary>Closes all that it still has, and ends the thread.</summary>
    public void Dispose()
    {
        _side.Dispose();
        CloseHere();
        _proof.Dispose();
    }

    /// <summary>To be called before each copy of a batch, in turn.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="index">Whose turn it is.</param>
    /// <param name="cancellation">Ends comparing.</param>
    internal void Reach(IReadOnlyList<CopyTask> batch, int index, CancellationToken cancellation)
    {
        if (index % LotCopies != 0)
        {
            return;
        }

        if (index == 0)
        {
            // XFS frees removed files in the background, on the core that closed them, and locks out those who remove
            // others meanwhile: closed on another core, one removal in twelve has to wait.
            _closesHere = volume.MountOf(batch[0].Names[0].Place.Folder).FileSystem == "xfs";
        }

        _side.Await();
        _finished.AddRange(_here.OfType<ProvedPair>());
        Array.Clear(_here);
        (_here, _ahead) = (_ahead, _here);
        int next = AreSmall(batch, index, 2 * LotCopies) ? index + LotCopies : batch.Count;
        Begin(batch, next, LotCopies, cancellation);
    }

    /// <summary>Takes a pair over that was proved ahead.</summary>
    /// <param name="index">Whose turn it is.</param>
    /// <returns>Null where it has still to be proved.</returns>
    internal ProvedPair? Take(int index)
    {
        ProvedPair? pair = _here[index % LotCopies];
        _here[index % LotCopies] = null;
        return pair;
    }

    /// <summary>Takes over a pair that is finished, and closes it soon.</summary>
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

    /// <summary>Begins to close what is finished.</summary>
    internal void BeginClosing()
    {
        _side.Await();
        Begin([], 0, 0, CancellationToken.None);
    }

    /// <summary>Closes all, which ends the leases.</summary>
    internal void CloseAll()
    {
        _side.Await();
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
        if (finished.Count > 0 || first < batch.Count || (looked > 0 && looks.HasMore))
        {
            _side.Begin(() =>
            {
                finished.ForEach(static pair => pair.Dispose());
                Prove(batch, first, cancellation);
                looks.Look(looked);
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
            NameTask name = batch[i].Names[0];
            ProvedPair.Open(
                volume, (name.Keeper, name.Intent.KeeperFacts), (name.Place, name.Intent.Facts), _proof, cancellation,
                out _ahead[i - first]);
        }
    }
}
