using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Asks the sources of lists about files whose content the lists leave open.</summary>
/// <remarks>
/// Only about files of whose size there is another one. An answer can be another digest, which is compared like one of
/// the list.
/// </remarks>
/// <param name="tree">The paths.</param>
/// <param name="context">The search.</param>
/// <param name="files">The listed files.</param>
/// <param name="candidates">The files on disks that can be equal to them.</param>
/// <param name="matches">Receives what was read on disks.</param>
internal sealed class ListedInquiry(
    PathTree tree, SearchContext context, ListedFiles files, ListedCandidates candidates, EarlyMatches matches)
{
    private readonly HashSet<int> _answered = [];

    /// <summary>Gets the number of files that should have been asked about, but were not.</summary>
    internal long Unanswered { get; private set; }

    /// <summary>
    /// Gets the number of files that are not compared with others of their size, as their digests are of other kinds.
    /// </summary>
    internal long Incomparable { get; private set; }

    /// <summary>Gets how many bytes would have to be read to compare them, as far as they can be read.</summary>
    internal long IncomparableBytes { get; private set; }

    /// <summary>
    /// Asks about the files of which the list has no digest, and adds those of the answers to the rows.
    /// </summary>
    internal void AskUnknown()
    {
        ListedQuestions questions = NewQuestions();
        foreach (int name in files.Unknown)
        {
            long size = tree.SizeOf(new PathId(name));
            if (files.HasOther(size))
            {
                Unanswered++;
                questions.Add(name, row: -1);
            }
        }

        foreach ((int name, _, ListedAnswer answer) in questions.Ask())
        {
            Unanswered -= answer.State == ListedState.NotAsked ? 0 : 1;
            Take(name, answer, files.Rows);
            _answered.Add(name);
        }
    }

    /// <summary>
    /// Asks about the files that have the size of a file on a disk, but another digest than all of them, and about
    /// those that have the digest of another file, which is no proof. Those of which the answer has another digest are
    /// added to the rows.
    /// </summary>
    /// <param name="search">The comparison by the digests of the lists.</param>
    /// <param name="better">Receives the other digests.</param>
    internal void AskAgain(ListedSearch search, ListedRows better)
    {
        for (int row = 0; _answered.Count > 0 && row < files.Rows.All.Length; row++)
        {
            if (_answered.Contains(files.Rows.All[row].Name))
            {
                search.Trust(row);
            }
        }

        // The digests of parts first: whether a list is right about their size is least certain. All others are in the
        // order of their digests, which is as good as a random one.
        ListedQuestions questions = NewQuestions();
        foreach (int row in Unproven(search))
        {
            questions.Add(files.Rows.All[row].Name, row, needsProof: true);
        }

        foreach (int row in Unmatched(search, isOfParts: true))
        {
            questions.Add(files.Rows.All[row].Name, row);
        }

        foreach (int row in Unmatched(search, isOfParts: false))
        {
            questions.Add(files.Rows.All[row].Name, row);
        }

        foreach (int row in OfOtherKinds())
        {
            questions.Add(files.Rows.All[row].Name, row, needsProof: true);
        }

        HashSet<IListedSource> wrong = [];
        (int Name, int Row, ListedAnswer Answer)[] answers = questions.Ask();
        HashSet<int> incomparable = Unequal(search, answers);
        incomparable.UnionWith(UnequalSizes(answers));
        foreach ((int name, int row, ListedAnswer answer) in answers)
        {
            if (answer.State != ListedState.NotAsked)
            {
                _answered.Add(name);
            }

            if (incomparable.Contains(row))
            {
                continue;
            }

            Take(name, answer, better);
            if (answer is { State: ListedState.Right, Digest: null })
            {
                search.Trust(row);
            }
            else if (answer.State != ListedState.NotAsked)
            {
                search.Ignore(row);
                if (answer.State == ListedState.Open && !IsOfParts(row))
                {
                    wrong.Add(SourceOf(name)!);
                }
            }
        }

        Unanswered += Unmatched(search, isOfParts: true).Count + Unproven(search).Count;

        // If the list is right about all that was asked, it is believed about the rest, too.
        foreach (int row in Unmatched(search, isOfParts: false))
        {
            if (wrong.Contains(SourceOf(files.Rows.All[row].Name)!))
            {
                Unanswered++;
                search.Ignore(row);
            }
        }
    }

    // Those whose list can be asked, and which were not asked about before.
    private List<int> Unproven(ListedSearch search)
    {
        List<int> rows = [];
        for (int row = 0; row < files.Rows.All.Length; row++)
        {
            int name = files.Rows.All[row].Name;
            if (search.IsUnproven(row) && SourceOf(name) is not null && !_answered.Contains(name) && !MayBeRead(row))
            {
                rows.Add(row);
            }
        }

        return rows;
    }

    // The rows of the answers that decide nothing: files of lists alone have digests of different kinds. Those on disks
    // have digests of each kind.
    private HashSet<int> Unequal(ListedSearch search, (int Name, int Row, ListedAnswer Answer)[] answers)
    {
        HashSet<int> rows = [];
        foreach (IGrouping<ListedDigest, (int Name, int Row, ListedAnswer Answer)> same in answers
            .Where(one => files.IsAlone && search.IsUnproven(one.Row) && !MayBeRead(one.Row))
            .GroupBy(one => files.Rows.All[one.Row].Digest))
        {
            int count = files.Rows.Find(same.Key).GetOffsetAndLength(files.Rows.All.Length).Length;
            DigestAlgorithm?[] kinds = [.. same.Select(static one => one.Answer.Digest?.Algorithm).Distinct()];
            if (kinds is not [not null] || same.Count() < count)
            {
                rows.UnionWith(same.Where(static one => one.Answer.State != ListedState.Failed)
                    .Select(static one => one.Row));
            }
        }

        return rows;
    }

    private List<int> Unmatched(ListedSearch search, bool isOfParts)
    {
        List<int> rows = [];
        for (int row = 0; row < files.Rows.All.Length; row++)
        {
            int name = files.Rows.All[row].Name;
            if (search.IsUnmatched(row) && IsOfParts(row) == isOfParts
                && SourceOf(name) is not null && files.IsOnDisk(tree.SizeOf(new PathId(name))))
            {
                rows.Add(row);
            }
        }

        return rows;
    }

    private bool IsOfParts(int row) => ContentHash.PartBytesOf(files.Rows.All[row].Digest.Algorithm) > 0;

    private IListedSource? SourceOf(int name) => ListedQuestions.SourceOf(tree, name);

    private ListedQuestions NewQuestions() => new(
        tree, context, candidates.HasEnds ? sizes => candidates.EndsOf(sizes, matches) : null);

    private bool IsAmongKinds(int row) =>
        files.IsAlone && files.Rows.HasKinds(tree.SizeOf(new PathId(files.Rows.All[row].Name)));

    private bool MayBeRead(int row) =>
        IsAmongKinds(row) && SourceOf(files.Rows.All[row].Name) is { CanRead: true };

    // Files of lists alone whose digests are of different kinds have to be read to be compared. Those of one size are
    // read one after the other, the smallest first, since only all of them together decide anything.
    private IEnumerable<int> OfOtherKinds()
    {
        List<int> rows = [];
        for (int row = 0; row < files.Rows.All.Length; row++)
        {
            if (MayBeRead(row) && !_answered.Contains(files.Rows.All[row].Name))
            {
                rows.Add(row);
            }
        }

        return rows.OrderBy(row => tree.SizeOf(new PathId(files.Rows.All[row].Name)));
    }

    // The rows of the sizes whose files have no digests of one kind even now. What the list knows stays in effect.
    private HashSet<int> UnequalSizes((int Name, int Row, ListedAnswer Answer)[] answers)
    {
        Dictionary<int, ListedAnswer> byRow = [];
        foreach ((_, int row, ListedAnswer answer) in answers.Where(one => MayBeRead(one.Row)))
        {
            byRow[row] = answer;
        }

        Dictionary<long, DigestAlgorithm?> kinds = [];
        List<int> among = [];
        for (int row = 0; row < files.Rows.All.Length; row++)
        {
            if (IsAmongKinds(row) && byRow.GetValueOrDefault(row) is { State: not ListedState.Failed } answer)
            {
                among.Add(row);
                (ListedDigest digest, int name) = files.Rows.All[row];
                DigestAlgorithm kind = (answer.Digest ?? digest).Algorithm;
                long size = tree.SizeOf(new PathId(name));
                kinds[size] = !kinds.TryGetValue(size, out DigestAlgorithm? known) || known == kind ? kind : null;
            }
        }

        HashSet<int> rows = [];
        foreach (int row in among)
        {
            int name = files.Rows.All[row].Name;
            long size = tree.SizeOf(new PathId(name));
            if (kinds[size] is null)
            {
                Incomparable++;
                IncomparableBytes += SourceOf(name) is { CanRead: false } ? Math.Max(0, size) : 0;
                if (MayBeRead(row))
                {
                    rows.Add(row);
                    Unanswered += byRow.GetValueOrDefault(row).State == ListedState.NotAsked ? 1 : 0;
                }
            }
        }

        return rows;
    }

    private void Take(int name, in ListedAnswer answer, ListedRows rows)
    {
        var path = new PathId(name);
        if (answer.State == ListedState.Failed || answer.Differs)
        {
            tree.SetSize(path, FileChunk.ForgottenSize);
        }
        else if (answer.Digest is { } digest)
        {
            rows.Add(path, digest);
        }
    }
}
