using Doppel.Benchmarks.Acting;
using Doppel.Benchmarks.Arrays;
using Doppel.Benchmarks.Bytes;
using Doppel.Benchmarks.Catalog;
using Doppel.Benchmarks.Comparing;
using Doppel.Benchmarks.FileReading;
using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Gains;
using Doppel.Benchmarks.Lists;
using Doppel.Benchmarks.Media;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.Paths;
using Doppel.Benchmarks.Pools;
using Doppel.Benchmarks.S3Clients;
using Doppel.Benchmarks.S3Memory;
using Doppel.Benchmarks.S3Tools;
using Doppel.Benchmarks.Scale;
using Doppel.Benchmarks.Scanning;
using Doppel.Benchmarks.Scenarios;
using Doppel.Benchmarks.Signing;
using Doppel.Benchmarks.Stack;
using Doppel.Benchmarks.Text;
using Doppel.Benchmarks.Upload;
using Doppel.Benchmarks.Xml;

namespace Doppel.Benchmarks;

/// <summary>Every suite, in the order of the index page. A new one is one line here.</summary>
internal static class Suites
{
    /// <summary>All suites.</summary>
    public static IReadOnlyList<ISuite> All { get; } =
    [
        new BuffersSuite(),
        new DigestsSuite(),
        new HashesSuite(),
        new PathsSuite(),
        new ListsSuite(),
        new OpeningSuite(),
        new PoolsSuite(),
        new ArraysSuite(),
        new UploadSuite(),
        new StackSuite(),
        new TextSuite(),
        new XmlSuite(),
        new SigningSuite(),
        new S3Suite(),
        new ScanningSuite(),
        new CollisionsSuite(),
        new FindersSuite(isCold: false),
        new FindersSuite(isCold: true),
        new CatalogSuite(),
        new ScaleSuite(),
        new ComparingSuite(),
        new GainsSuite(),
        new ReadingSuite(),
        new ScenariosSuite(),
        new ActingSuite(),
        new MediaSuite(),
        new S3MemorySuite(),
        new S3ToolsSuite(),
    ];
}
