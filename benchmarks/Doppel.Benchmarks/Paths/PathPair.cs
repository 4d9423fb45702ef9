using Doppel.Finding;

namespace Doppel.Benchmarks.Paths;

/// <summary>Two paths in the three forms that are compared, each path made apart from the other.</summary>
internal sealed class PathPair : IDisposable
{
    /// <summary>The talk's pair: two paths of one folder whose last digits differ.</summary>
    public const string LastDigit = "the talk's two paths";

    /// <summary>One path, made twice.</summary>
    public const string Copies = "equal, made twice";

    /// <summary>One path, held twice.</summary>
    public const string Same = "one object twice";

    /// <summary>The same file name below two drives.</summary>
    public const string OtherDrive = "other drive";

    /// <summary>One path in two spellings.</summary>
    public const string OtherCase = "small and capital letters";

    private const string Above = @"c:\Program Files\Microsoft Visual Studio\2022\Community\Common7\Packages\";

    private PathPair(string left, string right, bool same)
    {
        LeftText = left;
        RightText = same ? left : new string(right);
        var names = new TalkNames();
        LeftNode = TalkPath.Parse(left, '\\', names);
        RightNode = same ? LeftNode : TalkPath.Parse(right, '\\', names);
        var c = new PathFinder(Tree, 0, "c:/");
        LeftId = c.IdOf(WithSlashes(left));
        PathFinder other = right[0] == 'c' ? c : new PathFinder(Tree, 1, $"{right[0]}:/");
        RightId = other.IdOf(WithSlashes(right));
    }

    public static IReadOnlyList<string> Names { get; } = [LastDigit, Copies, Same, OtherDrive, OtherCase];

    public PathTree Tree { get; } = new();

    public string LeftText { get; }

    public string RightText { get; }

    public TalkPath LeftNode { get; }

    public TalkPath RightNode { get; }

    public PathId LeftId { get; }

    public PathId RightId { get; }

    public static PathPair Of(string name) => name switch
    {
        LastDigit => new(Above + "00098", Above + "00099", same: false),
        Copies => new(Above + "00098", Above + "00098", same: false),
        Same => new(Above + "00098", Above + "00098", same: true),
        OtherDrive => new(Above + "00098", "d" + Above[1..] + "00098", same: false),
        OtherCase => new(Above + "00098", Above.ToUpperInvariant() + "00098", same: false),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, "There is no such pair."),
    };

    /// <summary>A path of Windows as the volumes of a search give it.</summary>
    public static string WithSlashes(string path) => path.Replace('\\', '/');

    public void Dispose() => Tree.Dispose();
}
