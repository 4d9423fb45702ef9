using Doppel.Acting;

namespace Doppel.Web;

internal sealed partial class ReviewSession
{
    private static readonly TimeSpan s_saveDelay = TimeSpan.FromSeconds(1);

    private readonly Timer _saver;
    private readonly Lock _saving = new();
    private bool _isUnsaved;

    // Choices about names that an earlier search has found, with other filters.
    private IReadOnlyList<SavedGroup> _elsewhere = [];
    private bool _isRestored;
    private string? _saveFailure;

    /// <summary>Leaves everything to the rules of the command line.</summary>
    /// <exception cref="RequestException">Other work is in progress.</exception>
    internal void StartAfresh()
    {
        lock (_lock)
        {
            RefuseIfBusy();
            _ = Loaded;
            _elsewhere = [];
            _choices.StartAfresh("reset of all choices", new RuleChoice { Prefer = _engine.Basis.Rules.Prefer });
            Chosen();
            PlanAgain(groups: null);
        }
    }

    // Choices survive another search, and the end of the program.
    private ChoiceBook Restored(LoadedGroups loaded)
    {
        if (_loaded is { } before)
        {
            SavedReview review = WithElsewhere(SavedReview.Of(_choices, before.Store, before.FolderGroups));
            _elsewhere = review.Elsewhere(loaded.Store, loaded.FolderGroups);
            return new ChoiceBook(_choices.Rules, review.For(loaded.Store, loaded.FolderGroups));
        }

        if (_engine.Reviews?.Read() is not { IsEmpty: false } saved)
        {
            return _choices;
        }

        // What the command line says goes before what was chosen earlier.
        IReadOnlyList<KeepRule> prefer = _engine.Basis.Rules.Prefer;
        var rules = new RuleChoice
        {
            Prefer = prefer.Count > 0 ? prefer : saved.Prefer,
            Always =
            [
                .. saved.Always.Where(folder => !ProtectedFolder.Look(_engine.Volume, folder.Bytes, out _).Failed),
            ],
            Clear = saved.Clear,
        };
        _isRestored = true;
        return new ChoiceBook(rules, saved.For(loaded.Store, loaded.FolderGroups));
    }

    private SavedReview WithElsewhere(SavedReview review) =>
        review with { Groups = [.. review.Groups, .. _elsewhere] };

    // A choice was made. A burst of them is saved once.
    private void Chosen()
    {
        _isRestored = false;
        _isUnsaved = true;
        _saver.Change(s_saveDelay, Timeout.InfiniteTimeSpan);
    }

    private void Save()
    {
        lock (_saving)
        {
            SavedReview review;
            lock (_lock)
            {
                if (!_isUnsaved || _loaded is null)
                {
                    return;
                }

                _isUnsaved = false;
                review = WithElsewhere(SavedReview.Of(_choices, _loaded.Store, _loaded.FolderGroups));
                if (_choices.Rules.Prefer.SequenceEqual(_engine.Basis.Rules.Prefer))
                {
                    // The command line has chosen them, and only for this run.
                    review = review with { Prefer = [] };
                }
            }

            string? failure = null;
            try
            {
                _engine.Reviews?.Write(review);
            }
            catch (UsageException reason)
            {
                failure = $"Your choices are not saved: {reason.Message}";
            }

            lock (_lock)
            {
                if (failure != _saveFailure)
                {
                    _saveFailure = failure;
                    Volatile.Write(ref _version, _version + 1);
                }
            }
        }
    }
}
