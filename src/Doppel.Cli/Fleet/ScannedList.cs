using System.Globalization;
using Doppel.Catalog;
using Doppel.Fleet;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>The bucket or the saved volume that a scan is about, if it is not about folders of this machine.</summary>
internal sealed class ScannedList : IDisposable
{
    private readonly FleetScanSettings _settings;
    private readonly BucketBudget _budget;
    private readonly BucketClients _clients;
    private readonly BucketRoots _buckets;

    private ScannedList(CommandCall<FleetScanSettings> call, string address)
    {
        (_settings, Address) = (call.Settings, address);
        _budget = new BucketBudget(_settings.HeadsMax, _settings.DownloadMax) { Trust = _settings.Trust };
        _clients = new BucketClients(call.Host, _settings.Connection);
        _buckets = new BucketRoots(
            call.Host, _clients, _budget, text => _settings.Messages.ShowProgress(call.Host.Error, text),
            call.Operands);
        Saved = new SavedRoots(_settings.Catalog.PathOf(call.Host)) { Buckets = _buckets };
    }

    /// <summary>Gets the address: <c>s3://BUCKET</c> or <c>catalog:NAME</c>.</summary>
    internal string Address { get; }

    /// <summary>Gets what opens it.</summary>
    internal SavedRoots Saved { get; }

    /// <summary>Gets what was requested from the bucket.</summary>
    internal S3Usage Usage => _buckets.TotalUsage;

    /// <summary>Gets whether it is a bucket.</summary>
    internal bool IsBucket => S3Location.Is(Address);

    /// <summary>Gets its name, unless another one is chosen: that of the bucket or of the saved volume.</summary>
    internal string Name => IsBucket ? S3Location.Parse(Address).Bucket : Address[SavedVolume.Prefix.Length..];

    /// <summary>Returns the list that the roots are in, or null if they are folders of this machine.</summary>
    /// <exception cref="UsageException">They are both, or in several lists.</exception>
    internal static ScannedList? Of(CommandCall<FleetScanSettings> call)
    {
        string[] addresses = [.. call.Operands.Where(SavedRoots.IsNamedBy).Select(AddressOf).Distinct()];
        if (addresses.Length == 0)
        {
            return null;
        }

        if (addresses.Length > 1 || !call.Operands.All(SavedRoots.IsNamedBy))
        {
            throw new UsageException(
                "a scan is about folders of this machine, one bucket or one saved volume",
                "scan each of them with a command of its own");
        }

        return call.Settings.ProofKeyFile is null
            ? new ScannedList(call, addresses[0])
            : throw new UsageException(
                $"--proof-key cannot be used with {addresses[0]}", "only a machine can prove that it has a file");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Saved.Dispose();
        _clients.Dispose();
    }

    /// <summary>Returns the problems of a scan and those of the listing, by path.</summary>
    internal IReadOnlyList<ReportProblem> WithProblems(IReadOnlyList<ReportProblem> found) =>
        _buckets.WithProblems(found);

    /// <summary>Returns a warning for each reason why something was not compared.</summary>
    internal IEnumerable<string> WarningsOf(FleetScanResult result)
    {
        foreach (string warning in _buckets.Warnings)
        {
            yield return warning;
        }

        if (result.WithoutSize > 0)
        {
            yield return $"{Count.Of(result.WithoutSize, "file")} left out, since {Address} does not say their size";
        }

        if (result.Undecided > 0)
        {
            yield return $"{Count.Of(result.Undecided, "file")} may have copies: others have files of the same size, "
                + $"but {Address} does not tell the content{Remedy()}";
        }

        if (_buckets.Refusal is { } refusal)
        {
            yield return $"cannot ask about objects: {S3Failure.Describe(refusal)}";
        }
        else if (result.Unanswered > 0)
        {
            string all = (_settings.HeadsMax + result.Unanswered).ToString(CultureInfo.InvariantCulture);
            yield return $"{Count.Of(result.Unanswered, "object")} not compared for certain, which takes a further "
                + $"request for each; use --max-heads {all}";
        }
    }

    private string Remedy()
    {
        long bytes = _budget.Refused.BodyBytes;
        return bytes > 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"; use --max-download {_settings.DownloadMax + bytes} to find out")
            : "";
    }

    private static string AddressOf(string root)
    {
        if (S3Location.Is(root))
        {
            return S3Location.Parse(root).Root.ToString();
        }

        string rest = root[SavedVolume.Prefix.Length..];
        return SavedVolume.Prefix + (SavedInput.Parse(rest)?.Name ?? rest.Split('/')[0]);
    }
}
