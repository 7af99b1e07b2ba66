/**
 * Verbs in their bare form that tell someone how to work. "Always" or "never" before one of these is a directive; before
 * anything else it usually describes ("always fails", "never worked", "never mind").
 */
const workVerbs =
  "abbreviate|acquire|add|address|align|allocate|allow|amend|annotate|announce|answer|apologi[sz]e|append|apply|approve|archive|ask|assert|assume|attach|audit|avoid|await|back|back up|base|batch|benchmark|bind|bisect|block|branch|bring|build|bump|bundle|bypass|cache|call|capitali[sz]e|cast|catch|change|check|cherry-pick|choose|cite|clean|clear|clone|close|coerce|collect|combine|comment|commit|communicate|compare|compile|compute|configure|confirm|consider|consult|convert|copy|create|credit|declare|dedupe|default|define|delete|deny|deploy|deprecate|describe|design|disable|dispatch|dispose|do|document|double-check|drain|drop|dump|e-?mail|edit|embed|emit|enable|encode|encrypt|enforce|enqueue|ensure|escape|execute|exercise|exit|expire|explain|export|expose|extend|favou?r|fetch|fill|filter|find|finish|flag|flatten|flush|fold|follow|force|force-push|fork|format|free|freeze|fsync|generate|give|go|grant|greet|group|guard|guess|handle|hard-?code|hash|hide|honou?r|ignore|implement|import|include|indent|index|inject|inline|inspect|install|instrument|introduce|invent|investigate|invoke|isolate|iterate|keep|kill|label|lean|leave|limit|link|lint|list|listen|load|localize|lock|log|lowercase|make|mark|mask|match|measure|mention|merge|migrate|mix|mock|modify|monitor|mutate|name|nest|normali[sz]e|notify|number|obey|omit|open|order|override|overwrite|pad|paginate|pair|parse|pass|patch|pause|persist|pin|ping|place|plan|post|prefer|prefix|prepend|preserve|prevent|print|process|profile|propagate|propose|protect|provide|provision|prune|publish|pull|push|put|quarantine|query|queue|quote|raise|reach|read|rebase|rebuild|record|redact|redeploy|refactor|refer|refund|regenerate|register|reload|rely|remove|rename|render|repeat|replace|reply|report|reproduce|request|rerun|reset|resolve|respect|respond|restart|restore|retest|retry|return|reuse|revert|review|revoke|rewrite|rollback|rotate|round|run|sandbox|sanitize|save|scaffold|scan|schedule|scope|score|scrub|seal|search|secure|seed|select|send|separate|serialize|set|ship|shorten|show|sign|simplify|skip|sleep|sort|spawn|speak|specify|spell|split|squash|stage|start|stash|state|stop|store|strip|stub|style|subscribe|subtract|suggest|summari[sz]e|suppress|surface|swallow|switch|sync|tag|take|talk|target|tear|tell|test|throttle|throw|tidy|touch|trace|track|translate|treat|trigger|trim|truncate|trust|try|turn|type|undo|unlock|unsubscribe|update|upgrade|upload|use|validate|vendor|verify|version|void|wait|watch|withhold|wrap|write|yield";

/** Bare forms that are participles too: "never set anywhere" tells what is, not what to do. */
const twoFaced = "put|read|run|set|reset|split";

/** A bare verb that is not the participle of a description. */
export const workVerb = `(?:(?!(?:${twoFaced})(?:\\s*[.!]*$|\\s+(?:by|anywhere|again|before|because|at|from|since|until|during|yet|properly)\\b))(?:${workVerbs}))\\b`;

/**
 * Any other word with an object right after it: "frobnicate the index". Not what describes: participles, words in -s, words of
 * grammar and the few adjectives and nouns that stand so.
 */
export const otherVerb =
  "(?!(?:mind|been|seen|gone|done|made|found|known|shown|given|taken|written|broken|chosen|forgotten|gotten|got|had|met|left|lost" +
  "|felt|kept|understood|thought|told|caught|heard|held|meant|sent|built|bought|spent|won|worn|began|begun|came|went|saw|ran|knew|took" +
  "|was|were|is|are|be|has|have|had|did|do|does|will|would|could|can|may|might|must|should|quite|once|twice|both|all|half|even|just|only" +
  "|in|on|at|by|for|from|to|of|with|without|before|after|during|under|over|through|about|into|as|and|or|but|if|when|not|the|an?|no)\\b)" +
  "\\p{Ll}{3,}(?<!ed|ing|[^s]s|ly)\\s+(?:the|an?|all|any|every|each|your|our|my|both)\\b";

/** What a team does by habit: "we never commit generated files". Other verbs after "we never" mostly describe code. */
export const habitVerbs =
  "add|ask|branch|build|bump|commit|cut|deploy|document|expose|force-push|format|import|install|keep|log|merge|mock|name|pin|prefix|publish|push|rebase|release|review|round|run|ship|squash|store|suffix|tag|test|use|write";

/** Verbs that say how things are. A fact has one. */
export const factVerbs =
  "is|are|isn't|aren't|has|have|hasn't|haven't|must|mustn't|can|cannot|can't|may|should|shouldn't|need|needs|use|uses|listen|listens|point|points|resolve|resolves|redirect|redirects|expire|expires|close|closes|open|opens|rotate|rotates|renew|renews|serve|serves|handle|handles|log|logs|sync|syncs|live|lives|mean|means|belong|belongs|go|goes|run|runs|come|comes|contain|contains|hold|holds|expect|expects|return|returns|start|starts|end|ends|require|requires|support|supports|depend|depends|store|stores|sit|sits|work|works|take|takes|send|sends|get|gets|keep|keeps|speak|speaks|count|counts|equal|equals|follow|follows|own|owns|ship|ships|deploy|deploys|round|rounds|accept|accepts|host|hosts|talk|talks|map|maps|apply|applies|charge|charges|pay|pays|issue|issues|bill|bills|want|wants|read|reads|write|writes|don't|doesn't|won't|never|always|only";
