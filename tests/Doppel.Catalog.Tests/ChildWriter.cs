using System.Globalization;
using Doppel.Hashing;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>A process of its own that adds to a catalog. This suite is its program, and one test its work.</summary>
public sealed class ChildWriter
{
    internal const int FactsPerRound = 300;

    private const string FolderVariable = "DOPPEL_CATALOG_FOLDER";
    private const string RoundsVariable = "DOPPEL_CATALOG_ROUNDS";
    private const string NumberVariable = "DOPPEL_CATALOG_NUMBER";

    [Fact]
    public void A_writer_finds_all_that_it_has_added()
    {
        using var tree = new TempTree();
        string folder = Environment.GetEnvironmentVariable(FolderVariable) ?? $"{tree.Folder}/catalog";
        int rounds = Number(RoundsVariable, otherwise: 25);
        int number = Number(NumberVariable, otherwise: 0);
        for (int round = 0; round < rounds;)
        {
            using ContentCatalog catalog = ContentCatalog.Open(folder);
            for (int i = 0; i < 5 && round < rounds; i++, round++)
            {
                catalog.Add(Disk, FactsOf(number, round));
                catalog.Flush();
                Assert.Equal(FactsOf(number, round).Order(s_byInode), Distinct(catalog, number, round));
            }

            Assert.Equal(FactsOf(number, 0).Order(s_byInode), Distinct(catalog, number, 0));
            Assert.Empty(catalog.Problems);
        }
    }

    private static readonly Comparer<ContentFact> s_byInode =
        Comparer<ContentFact>.Create((left, right) => left.Inode.CompareTo(right.Inode));

    /// <summary>Starts a process.</summary>
    /// <param name="folder">The folder of the catalog.</param>
    /// <param name="rounds">How many batches it adds.</param>
    /// <param name="number">A number that makes its facts differ from those of others.</param>
    /// <param name="mask">The mask of modes, in octal digits.</param>
    internal static ChildProcess Start(string folder, int rounds, int number, string mask = "22")
    {
        string program = Path.Combine(AppContext.BaseDirectory, "Doppel.Catalog.Tests");
        string test = $"*{nameof(A_writer_finds_all_that_it_has_added)}";
        ByteName[] arguments = ["-c", $"umask {mask}; exec \"$0\" -noLogo -noColor -method '{test}'", program];
        return ChildProcess.Start(new ProcessStart("sh", arguments)
        {
            Environment = new Dictionary<string, string?>
            {
                [FolderVariable] = folder,
                [RoundsVariable] = rounds.ToString(CultureInfo.InvariantCulture),
                [NumberVariable] = number.ToString(CultureInfo.InvariantCulture),
            },
        });
    }

    /// <summary>Runs a process to its end.</summary>
    internal static void Run(string folder, int rounds, int number, string mask)
    {
        using ChildProcess child = Start(folder, rounds, number, mask);
        child.WaitForEnd().MustSucceed();
    }

    /// <summary>What a process adds in a round.</summary>
    internal static ContentFact[] FactsOf(int number, int round) =>
        [.. Enumerable.Range(0, FactsPerRound).Select(i => new ContentFact(
            (ulong)((((i * 7) % FactsPerRound) * 1_000_000) + (round * 10) + number), (ulong)round, FactKind.Whole,
            new Digest128((ulong)number, (ulong)i), (uint)round))];

    private static IEnumerable<ContentFact> Distinct(ContentCatalog catalog, int number, int round) =>
        Found(catalog, FactsOf(number, round).Select((fact, i) => new ContentQuery(fact.Inode, fact.Stamp, i)))
            .Distinct().Order(s_byInode);

    private static int Number(string variable, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int number)
            ? number
            : otherwise;
}
