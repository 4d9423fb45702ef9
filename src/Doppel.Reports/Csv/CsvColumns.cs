namespace Doppel.Reports;

/// <summary>The columns of the CSV format.</summary>
internal static class CsvColumns
{
    public const int Group = 0;
    public const int Size = 1;
    public const int Proof = 2;
    public const int Digest = 3;
    public const int RedundantBytes = 4;
    public const int Copies = 5;
    public const int Copy = 6;
    public const int Names = 7;
    public const int Links = 8;
    public const int Device = 9;
    public const int Inode = 10;
    public const int Allocated = 11;
    public const int Owner = 12;
    public const int OwnerGroup = 13;
    public const int Mode = 14;
    public const int Modified = 15;
    public const int Root = 16;
    public const int Followed = 17;
    public const int Path = 18;
    public const int PathBase64 = 19;
    public const int FreedBytes = 20;
    public const int Count = 21;

    /// <summary>The number of columns that earlier versions wrote.</summary>
    public const int EarlierCount = 20;

    /// <summary>Gets the header row.</summary>
    public static ReadOnlySpan<byte> HeadLine =>
        "group,size,proof,digest,redundant_bytes,copies,copy,names,links,device,inode,allocated,owner,owner_group,"u8
        + "mode,modified,root,followed,path,path_base64,freed_bytes"u8;

    /// <summary>Gets the header row of earlier versions.</summary>
    public static ReadOnlySpan<byte> EarlierHeadLine => HeadLine[..HeadLine.LastIndexOf((byte)',')];

    /// <summary>Returns the name of a column.</summary>
    public static string NameOf(int column) => System.Text.Encoding.UTF8.GetString(HeadLine).Split(',')[column];
}
