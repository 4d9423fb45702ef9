namespace Doppel.Web;

/// <summary>
/// Keeps what was chosen on the page, and reverses it step by step. Runs are among the steps, but files are restored
/// elsewhere.
/// </summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class ChoiceBook
{
    /// <summary>The number of steps that can be reversed.</summary>
    internal const int StepsMax = 1000;

    private readonly Dictionary<int, int[]> _byHand;
    private readonly LinkedList<Step> _done = [];
    private readonly Stack<Step> _reversed = [];

    /// <summary>Creates a book that begins with rules and choices, which cannot be reversed.</summary>
    internal ChoiceBook(RuleChoice rules, IEnumerable<(int Group, int[] Stay)> byHand)
    {
        Rules = rules;
        _byHand = byHand.ToDictionary(static one => one.Group, static one => one.Stay);
    }

    internal RuleChoice Rules { get; private set; }

    /// <summary>Gets the number of groups that were decided by hand.</summary>
    internal int HandCount => _byHand.Count;

    /// <summary>Gets the groups that were decided by hand, with the copies that stay, in no particular order.</summary>
    internal IEnumerable<(int Group, IReadOnlyList<int> Stay)> ByHand =>
        _byHand.Select(static one => (one.Key, (IReadOnlyList<int>)one.Value));

    /// <summary>Gets the choice that the next undo reverses, in words; null if there is none.</summary>
    internal string? UndoLabel => _done.Last?.Value is { Run: null } step ? step.Label : null;

    /// <summary>Gets the run after which nothing was chosen, which an undo means then; null if there is none.</summary>
    internal ActedRun? UndoRun => _done.Last?.Value.Run;

    /// <summary>Gets the runs among the steps, oldest first.</summary>
    internal IEnumerable<ActedRun> Runs => _done.Select(static step => step.Run).OfType<ActedRun>();

    /// <summary>Gets what the next redo does again, in words; null if there is nothing.</summary>
    internal string? RedoLabel => _reversed.TryPeek(out Step? step) ? step.Label : null;

    /// <summary>Returns the copies of a group that stay by hand; null if rules decide.</summary>
    internal IReadOnlyList<int>? StayOf(int group) => _byHand.GetValueOrDefault(group);

    /// <summary>Decides about groups by hand, or leaves them to the rules.</summary>
    /// <param name="label">What is done, in words.</param>
    /// <param name="choices">The copies that stay of each group; null if rules decide.</param>
    internal void Choose(string label, IReadOnlyList<(int Group, int[]? Stay)> choices) =>
        Do(new Step(label, Rules, choices));

    /// <summary>Chooses other rules and leaves all groups to them.</summary>
    internal void StartAfresh(string label, RuleChoice rules) =>
        Do(new Step(label, rules, [.. _byHand.Keys.Select(static group => (group, (int[]?)null))]));

    /// <summary>Chooses other rules.</summary>
    internal void Choose(string label, RuleChoice rules) => Do(new Step(label, rules, []));

    /// <summary>Adds a run that has changed files.</summary>
    internal void Add(ActedRun run) => Do(new Step("", Rules, []) { Run = run });

    /// <summary>Removes a run that was undone.</summary>
    internal void Remove(string run)
    {
        if (_done.FirstOrDefault(step => step.Run?.Id == run) is { } step)
        {
            _done.Remove(step);
        }
    }

    /// <summary>Reverses the last step, unless it is a run.</summary>
    /// <returns>
    /// The groups that were decided, none if there is nothing to reverse, or null if rules changed.
    /// </returns>
    internal IReadOnlyList<int>? Undo()
    {
        if (_done.Last is not { Value.Run: null } last)
        {
            return [];
        }

        _done.RemoveLast();
        _reversed.Push(Apply(last.Value, out IReadOnlyList<int>? groups));
        return groups;
    }

    /// <summary>Does the step again that was reversed last.</summary>
    /// <returns>As for <see cref="Undo"/>.</returns>
    internal IReadOnlyList<int>? Redo()
    {
        if (!_reversed.TryPop(out Step? step))
        {
            return [];
        }

        _done.AddLast(Apply(step, out IReadOnlyList<int>? groups));
        return groups;
    }

    private void Do(Step step)
    {
        _done.AddLast(Apply(step, out _));
        _reversed.Clear();
        if (_done.Count > StepsMax)
        {
            _done.RemoveFirst();
        }
    }

    // Returns the step that reverses this one.
    private Step Apply(Step step, out IReadOnlyList<int>? groups)
    {
        var back = new Step(
            step.Label, Rules, [.. step.Choices.Select(one => (one.Group, _byHand.GetValueOrDefault(one.Group)))])
        {
            Run = step.Run,
        };
        groups = ReferenceEquals(step.Rules, Rules) ? [.. step.Choices.Select(static one => one.Group)] : null;
        Rules = step.Rules;
        foreach ((int group, int[]? stay) in step.Choices)
        {
            if (stay is null)
            {
                _byHand.Remove(group);
            }
            else
            {
                _byHand[group] = stay;
            }
        }

        return back;
    }

    /// <summary>A step and the state that it leads to.</summary>
    private sealed record Step(string Label, RuleChoice Rules, IReadOnlyList<(int Group, int[]? Stay)> Choices)
    {
        /// <summary>Gets the run that was the step; null for a choice.</summary>
        internal ActedRun? Run { get; init; }
    }
}
