using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>Tells the user what happens during a transfer.</summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="session">The run.</param>
internal sealed class TransferMessages(S3Session session) : IProgress<S3TransferItem>
{
    private readonly ForeignNames _names = new();

    /// <summary>
    /// Gets or sets whether there is only one file or object, whose problem ends the run and becomes its error message.
    /// </summary>
    internal bool IsSingle { get; set; }

    public void Report(S3TransferItem value)
    {
        string place = Quote.Text(value.Place);
        switch (value.Step)
        {
            case S3TransferStep.Problem when !IsSingle:
                session.Problem($"{place}: {ReasonOf(value)}");
                break;
            case S3TransferStep.Resumed:
                string left = value.Reason is null ? "" : $"; {value.Reason} (doppel s3 uploads)";
                session.Say($"{place}: resuming, {SizeText.Show(value.Bytes)} already transferred{left}");
                break;
            case S3TransferStep.NotVerified when session.Settings is { VerifiesETags: true, Messages.Verbose: true }:
                session.Say($"{place}: not compared");
                break;
            case S3TransferStep.Uploaded or S3TransferStep.Downloaded or S3TransferStep.Copied
                or S3TransferStep.Deleted:
                Show(value);
                break;
            default:
                break;
        }
    }

    /// <summary>Tells at the end what concerns the run as a whole.</summary>
    internal void Conclude(S3TransferTotals totals)
    {
        _names.Tell(session);
        if (totals.NotVerified > 0 && session.Settings.VerifiesETags)
        {
            string downloads = Count.Of(totals.NotVerified, "download");
            session.Say($"{downloads} not compared: the server has neither a checksum nor an MD5");
        }
    }

    /// <summary>Returns why a file or object could not be transferred.</summary>
    internal static string ReasonOf(S3TransferItem item)
    {
        if (item.Failure is { } failure)
        {
            return S3Failure.Describe(failure);
        }

        string hint = item.Reason == FolderRun.EmptySource ? " (--delete-all)" : "";
        return Quote.Sentence(item.Reason ?? "") + hint;
    }

    private void Show(S3TransferItem item)
    {
        bool isPlan = session.Settings.DryRun;
        if (item.Step == S3TransferStep.Uploaded && !isPlan)
        {
            _names.Look(item.Name);
        }

        string verb = item.Step switch
        {
            S3TransferStep.Uploaded => "upload",
            S3TransferStep.Downloaded => "download",
            S3TransferStep.Copied => "copy",
            _ => "delete",
        };
        if (isPlan)
        {
            session.Write(session.Settings.Json
                ? S3Json.RenderStep(verb, item.Name)
                : $"{verb} {Quote.Sentence(item.Place)}\n");
        }
        else if (session.Settings.Messages.Verbose && !IsSingle)
        {
            session.Say($"{verb} {Quote.Sentence(item.Place)}");
        }
    }
}
