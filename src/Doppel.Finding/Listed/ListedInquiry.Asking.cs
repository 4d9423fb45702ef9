using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <content>Asks first, and reads what the answers leave open.</content>
internal sealed partial class ListedInquiry
{
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

    private IEnumerable<(int Name, int Row, ListedAnswer Answer)> Ask(Questions questions)
    {
        if (questions.Count == 0)
        {
            return [];
        }

        context.Clock.Enter(FindStage.Ask, questions.Count, 0);
        foreach ((IListedSource source, List<Question> asked) in questions.BySource)
        {
            ListedAnswer[] answers =
                source.Ask([.. asked.Select(static one => one.About)], CountDone, context.Cancellation);
            for (int i = 0; i < answers.Length; i++)
            {
                asked[i] = asked[i] with { Answer = answers[i] };
            }
        }

        Read(questions);
        return questions.All;
    }

    private void Read(Questions questions)
    {
        Question[] open = [.. questions.BySource.SelectMany(static one => one.Asked).Where(static one => one.IsOpen)];
        if (open.Length == 0)
        {
            return;
        }

        HashSet<long> sizes =
        [
            .. open.Where(one => candidates.HasEnds && !one.About.NeedsProof && SourceOf(one.Name)!.CanRead)
                .Select(static one => one.About.File.Size).Where(static size => size > IListedEnds.SizeMin),
        ];
        Dictionary<long, ListedEnds> ends = sizes.Count > 0 ? candidates.EndsOf(sizes, matches) : [];
        context.Clock.Enter(FindStage.Ask, open.Length, 0);
        foreach ((IListedSource source, List<Question> asked) in questions.BySource)
        {
            int[] places = [.. Enumerable.Range(0, asked.Count).Where(i => asked[i].IsOpen)];
            ListedQuestion[] about =
            [
                .. places.Select(i => asked[i].About).Select(one => one with
                {
                    Ends = one.NeedsProof ? null : ends.GetValueOrDefault(one.File.Size),
                }),
            ];
            ListedAnswer[] answers = about.Length > 0 ? source.Read(about, CountDone, context.Cancellation) : [];
            for (int i = 0; i < answers.Length; i++)
            {
                asked[places[i]] = asked[places[i]].WithRead(answers[i]);
            }
        }
    }

    // Called on any thread.
    private void CountDone() => context.Progress.AddDone(1, 0);

    /// <summary>A question about a file, and the answer so far.</summary>
    /// <param name="Name">The file.</param>
    /// <param name="Row">Its row, or -1.</param>
    /// <param name="About">What is asked.</param>
    /// <param name="Answer">The answer.</param>
    private readonly record struct Question(int Name, int Row, ListedQuestion About, ListedAnswer Answer)
    {
        /// <summary>Gets whether the answer leaves open what the file contains.</summary>
        internal bool IsOpen => Answer.Digest is null
            && (Answer.State is ListedState.Open or ListedState.Unanswered
                || (Answer.State == ListedState.Right && About.NeedsProof));

        /// <summary>Adds what was read. Whether the list is right is known from the answer.</summary>
        internal Question WithRead(in ListedAnswer read)
        {
            ListedState state = Answer.State == ListedState.Right ? ListedState.Right : ListedState.Open;
            return read.State switch
            {
                ListedState.NotAsked => this,
                ListedState.Failed => this with { Answer = read },
                _ => this with { Answer = read with { State = state } },
            };
        }
    }

    // All questions about one list are asked at once.
    private sealed class Questions
    {
        private readonly Dictionary<IListedSource, List<Question>> _asked = [];

        internal int Count => _asked.Values.Sum(static asked => asked.Count);

        internal IEnumerable<(IListedSource Source, List<Question> Asked)> BySource =>
            _asked.Select(static one => (one.Key, one.Value));

        internal IEnumerable<(int Name, int Row, ListedAnswer Answer)> All =>
            _asked.Values.SelectMany(static asked => asked).Select(static one => (one.Name, one.Row, one.Answer));

        internal int CountOf(IListedSource source) => _asked.GetValueOrDefault(source)?.Count ?? 0;

        internal void Add(IListedSource source, int name, int row, ListedQuestion question)
        {
            if (!_asked.TryGetValue(source, out List<Question>? asked))
            {
                _asked.Add(source, asked = []);
            }

            asked.Add(new Question(name, row, question, default));
        }
    }
}
