# shellcheck shell=bash
# Completions of hob for bash, made from its own list of commands.

# Sets `kind` to what stands after an option of a command; to nothing where nothing does.
_hob_option() {
  kind=
  case $1/$2 in
    log/--rule) kind=known:rules ;;
    log/--status) kind=words:'queued running waiting succeeded failed interrupted cancelled timed-out dropped' ;;
    log/--since) kind=text ;;
    log/-n | log/--limit) kind=text ;;
    show/--rule) kind=known:rules ;;
    why/-n | why/--limit) kind=text ;;
    run/--input) kind=text ;;
    run/--file) kind=file ;;
    trigger/--file) kind=file ;;
    trigger/--event) kind=text ;;
    emit/--fields) kind=text ;;
    cancel/--reason) kind=text ;;
    new/--from) kind=known:examples ;;
    eval/--bindings) kind=text ;;
    eval/--cases) kind=file ;;
    */--rules) kind=folder ;;
    */--shortcuts) kind=folder ;;
    */--state) kind=folder ;;
    */--bus) kind=text ;;
    */--color) kind=words:'auto always never' ;;
  esac
}

# Sets `kind` to what a command takes at a place, counted from 0.
_hob_operand() {
  kind=
  case $1/$2 in
    show/0) kind=known:runs ;;
    why/0) kind=known:rules ;;
    explain/0) kind=known:events ;;
    run/0) kind=known:shortcuts ;;
    run/*) kind=text ;;
    trigger/0) kind=known:rules ;;
    emit/0) kind=text ;;
    emit/*) kind=text ;;
    cancel/0) kind=known:runs ;;
    enable/0) kind=known:rules ;;
    disable/0) kind=known:rules ;;
    pause/0) kind=known:rules ;;
    resume/0) kind=known:rules ;;
    new/0) kind=text ;;
    check/*) kind=file ;;
    eval/0) kind=text ;;
    triggers/0) kind=known:triggers ;;
    actions/0) kind=known:actions ;;
    help/0) kind=known:topics ;;
    completions/0) kind=words:'bash zsh fish' ;;
  esac
}

# Sets `options` to what a command may be given.
_hob_options() {
  options="--json --rules --shortcuts --state --bus --color -h --help --version"
  case $1 in
    rules) options+=" --files" ;;
    log) options+=" -f --follow --rule --status --since -n --limit -a --all" ;;
    show) options+=" --rule --full" ;;
    why) options+=" -n --limit" ;;
    run) options+=" --input --file --dry-run" ;;
    trigger) options+=" --file --event --dry-run" ;;
    emit) options+=" --fields" ;;
    cancel) options+=" --reason" ;;
    new) options+=" --from --shortcut" ;;
    check) options+=" -q --quiet" ;;
    eval) options+=" --bindings --cases" ;;
  esac
}

_hob_offer() {
  local line
  case $1 in
    file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    words:*) mapfile -t COMPREPLY < <(compgen -W "${1#words:}" -- "$current") ;;
    known:*)
      # Names may hold blanks: each line is one.
      while IFS= read -r line; do
        [[ $line == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$line")")
      done < <(hob complete "${1#known:}" 2>/dev/null)
      ;;
  esac
}

_hob() {
  local current previous word kind options verb='' place=0 index
  COMPREPLY=()
  current=${COMP_WORDS[COMP_CWORD]}
  previous=${COMP_WORDS[COMP_CWORD - 1]}
  # bash makes a word of its own of each `=`.
  if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
  if [[ $current == = ]]; then current=; fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    case $word in
      =) ;;
      -*)
        _hob_option "$verb" "$word"
        if [[ -n $kind ]]; then
          if [[ ${COMP_WORDS[index + 1]} == = ]]; then ((index++)); fi
          ((index++))
        fi
        ;;
      *) if [[ -z $verb ]]; then verb=$word; else ((place++)); fi ;;
    esac
  done
  if [[ $previous == -* ]]; then
    _hob_option "$verb" "$previous"
    if [[ -n $kind ]]; then
      _hob_offer "$kind"
      return
    fi
  fi
  if [[ $current == -* ]]; then
    _hob_options "$verb"
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ -z $verb ]]; then
    mapfile -t COMPREPLY < <(compgen -W "status rules shortcuts log show why explain run trigger emit cancel enable disable pause resume reload new check eval triggers actions help completions" -- "$current")
  else
    _hob_operand "$verb" "$place"
    _hob_offer "$kind"
  fi
}

complete -F _hob hob
