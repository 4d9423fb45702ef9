using System.Globalization;
using System.Text;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Benchmarks.Comparing;

/// <summary>A whole search by the engine: it lists the folders, matches and looks at every member once more.</summary>
/// <param name="name">As it stands in tables.</param>
/// <param name="role">What it is in tables.</param>
/// <param name="ladder">The steps for groups of so many files.</param>
/// <param name="threads">Threads of the search.</param>
internal sealed class EngineComparison(
    string name, Role role, Func<int, Ladder> ladder, int threads = 1)
    : Comparison(name, role)
{
    // What the engine opens together at most.
    private const int OpenMax = 128;

    private FindResult? _result;

    /// <summary>
    /// Whether nothing is hashed: small files neither, which are compared only where that is demanded.
    /// </summary>
    public bool IsLockstep { get; init; }

    public override bool Takes(ContentCell cell, int groups) =>
        !IsLockstep || cell.GroupSize <= OpenMax;

    public override void Run(ContentFiles files)
    {
        Ladder steps = ladder(files.GroupSize);
        bool isDemanded = IsLockstep && files.FileBytes <= steps.SmallBytesMax;
        _result = Finder.Find(
            new FindOptions
            {
                Roots = [new FindRoot(LocalVolume.Create(), Encoding.UTF8.GetBytes(files.Root))],
                Ladder = steps,
                Proof = isDemanded ? ProofDemand.Bytes : ProofDemand.Standard,
                Threads = threads,
            },
            progress: null,
            CancellationToken.None);
    }

    public override int[] Found(ContentFiles files)
    {
        using FindResult result = _result!;
        Opens = result.Summary.Opened;
        BytesRead = result.Summary.BytesRead;
        int[] found = [.. Enumerable.Range(0, files.Count)];
        foreach (ReportGroup group in result.Groups)
        {
            int[] members = [.. group.Copies.Select(copy => NumberOf(copy.Names[0].ToString(), files)).Order()];
            foreach (int member in members)
            {
                found[member] = members[0];
            }
        }

        return found;
    }

    // .../00012/00003 is the fourth file of the thirteenth group.
    private static int NumberOf(string path, ContentFiles files)
    {
        string[] parts = path.Split('/');
        return (int.Parse(parts[^2], CultureInfo.InvariantCulture) * files.GroupSize)
            + int.Parse(parts[^1], CultureInfo.InvariantCulture);
    }
}
