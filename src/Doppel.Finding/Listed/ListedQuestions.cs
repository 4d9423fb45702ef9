using Doppel.Catalog;

namespace Doppel.Finding;

/// <summary>
/// Questions to the sources of lists, such as servers, about files whose content the lists leave open. All questions to
/// one source are asked at once; then it reads what its answers leave open.
/// </summary>
/// <param name="tree">The paths.</param>
/// <param name="context">The search.</param>
/// <param name="endsOf">
/// Returns the ends of all files on disks that have one of some sizes, by size, so that others need not be read; null
/// to read them all.
/// </param>
internal sealed class ListedQuestions(
    PathTree tree, SearchContext context, Func<IReadOnlySet<long>, Dictionary<long, ListedEnds>>? endsOf = null)
{
    private readonly Dictionary<IListedSource, List<Question>> _asked = [];

    /// <summary>Returns the source that can be asked about a file, or null.</summary>
    internal static IListedSource? SourceOf(PathTree tree, int name) => VolumeOf(tree, name)?.Source;

    /// <summary>
    /// Adds a question about a file whose list has a source, unless that answers no more of them.
    /// </summary>
    /// <param name="name">The file.</param>
    /// <param name="row">A number that is returned with the answer.</param>
    /// <param name="needsProof">See <see cref="ListedQuestion.NeedsProof"/>.</param>
    internal void Add(int name, int row, bool needsProof = false)
    {
        var path = new PathId(name);
        SavedVolume volume = VolumeOf(tree, name)!;
        int count = _asked.TryGetValue(volume.Source!, out List<Question>? asked) ? asked.Count : 0;
        if (count < volume.Source!.QuestionsMax && volume.TryGetFile(tree.InodeOf(path), out SavedFile file))
        {
            asked ??= _asked[volume.Source] = [];
            asked.Add(new Question(name, row, new ListedQuestion(tree.Render(path), file, needsProof), default));
        }
    }

    /// <summary>Asks all questions. A file about which that fails is a problem.</summary>
    internal (int Name, int Row, ListedAnswer Answer)[] Ask()
    {
        int count = _asked.Values.Sum(static asked => asked.Count);
        if (count == 0)
        {
            return [];
        }

        context.Clock.Enter(FindStage.Ask, count, 0);
        foreach ((IListedSource source, List<Question> asked) in _asked)
        {
            ListedAnswer[] answers =
                source.Ask([.. asked.Select(static one => one.About)], CountDone, context.Cancellation);
            for (int i = 0; i < answers.Length; i++)
            {
                asked[i] = asked[i] with { Answer = answers[i] };
            }
        }

        Read();
        Question[] all = [.. _asked.Values.SelectMany(static asked => asked)];
        foreach (Question failed in all.Where(static one => one.Answer.State == ListedState.Failed))
        {
            context.Problems.Add(
                VolumeOf(tree, failed.Name)!, failed.About.Path.Span, FindStep.Confirm, failed.Answer.Error,
                failed.Answer.Message);
        }

        return [.. all.Select(static one => (one.Name, one.Row, one.Answer))];
    }

    private static SavedVolume? VolumeOf(PathTree tree, int name) =>
        tree.Devices[tree.MarkOf(new PathId(name)).Device].Volume as SavedVolume;

    // If nothing may be read, a source counts what would have to be.
    private void Read()
    {
        Question[] open = [.. _asked.Values.SelectMany(static asked => asked).Where(static one => one.IsOpen)];
        if (open.Length == 0)
        {
            return;
        }

        HashSet<long> sizes =
        [
            .. open.Where(one => endsOf is not null && !one.About.NeedsProof && SourceOf(tree, one.Name)!.CanRead)
                .Select(static one => one.About.File.Size).Where(static size => size > IListedEnds.SizeMin),
        ];
        Dictionary<long, ListedEnds> ends = sizes.Count > 0 ? endsOf!(sizes) : [];
        context.Clock.Enter(FindStage.Ask, open.Length, 0);
        foreach ((IListedSource source, List<Question> asked) in _asked)
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
    /// <param name="Row">The number that is returned with the answer.</param>
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
}
