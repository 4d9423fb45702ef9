namespace Doppel.App;

/// <summary>Specifies what a notice is about.</summary>
internal enum NoticeKind
{
    /// <summary>The catalog cannot be read or written.</summary>
    Catalog,

    /// <summary>A pattern with a path matched nothing.</summary>
    Pattern,

    /// <summary>The priority could not be lowered.</summary>
    Priority,

    /// <summary>A bucket limits what its list says.</summary>
    Bucket,

    /// <summary>Files may have a copy whose content is not known.</summary>
    Undecided,

    /// <summary>Equal digests are not accepted as proof.</summary>
    Unproven,

    /// <summary>Digests are of different kinds.</summary>
    Incomparable,

    /// <summary>A server refused to answer about objects.</summary>
    Refused,

    /// <summary>Objects were not asked about, because that takes too many requests.</summary>
    Unanswered,

    /// <summary>The report or search ended early.</summary>
    Incomplete,

    /// <summary>Groups in repositories, caches or the state of applications were left alone.</summary>
    State,

    /// <summary>Media groups were left out.</summary>
    Media,

    /// <summary>Files were left out that the user may have expected.</summary>
    LeftOut,

    /// <summary>Two machines may have one name in a fleet.</summary>
    SameName,

    /// <summary>Figures of a measurement may mislead.</summary>
    Measuring,

    /// <summary>What a job is doing that goes on until it is ended.</summary>
    Status,
}
