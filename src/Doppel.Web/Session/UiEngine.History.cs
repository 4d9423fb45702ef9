using Doppel.Acting;

namespace Doppel.Web;

/// <content>Reads what earlier runs have done.</content>
internal sealed partial class UiEngine
{
    /// <summary>Returns a part of the runs in the journals, newest first.</summary>
    /// <param name="from">The place of the first run, from 0.</param>
    /// <param name="count">The number of runs.</param>
    internal HistoryView History(int from, int count) => Read(
        journals =>
        {
            RunStates states = RunStates.Read(journals);
            IReadOnlyList<string> ids = journals.Ids;
            return new HistoryView(
                ids.Count, journals.IsOtherActing, "",
                [
                    .. ids.Reverse().Skip(from).Take(count)
                        .Select(id => PastRunView.Of(ListedRun.Of(journals, id, states))),
                ]);
        },
        static why => new HistoryView(0, IsOtherActing: false, why, []));

    /// <summary>Returns a run of the journals; null if there is none.</summary>
    internal ListedRun? Find(string id) => Read(
        journals => journals.Ids.Contains(id) ? ListedRun.Of(journals, id, RunStates.Read(journals)) : null,
        static _ => null);

    /// <summary>Returns what an undo would do; null if there is no such run.</summary>
    /// <param name="id">The id of the run.</param>
    /// <param name="stop">Ends the look at the files early.</param>
    internal UndoView? Survey(string id, CancellationToken stop) => Read<UndoView?>(
        journals =>
        {
            if (!journals.Ids.Contains(id))
            {
                return null;
            }

            using JournalReader record = Journals.Guard(() => journals.Read(id));
            using UndoRun undo =
                new UndoJob(_environment, _request.Catalog, _clients, journals, record).Preview();
            return UndoView.Of(Journals.Guard(() => undo.Survey(stop)));
        },
        static why => new UndoView(0, 0, 0, why, []));

    // Without any run, no folder is created.
    private T Read<T>(Func<JournalFolder, T> read, Func<string, T> refuse)
    {
        try
        {
            if (!Journals.AreAny(_environment))
            {
                return refuse("");
            }

            using JournalFolder journals = Journals.OpenForReading(_environment);
            return read(journals);
        }
        catch (UsageException failure)
        {
            return refuse(failure.Message);
        }
    }
}
